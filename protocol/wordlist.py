"""The words that people compare by voice: 2048, any two of which differ in two letters and none begins another."""

from __future__ import annotations

from typing import Final

WORDS: Final = tuple(
    """
abbey abroad absent academy accent achieve acid acorn acre acrobat across action actor adapt address adjust admiral
admire admit adobe adult advance advice aerial affair afford afraid agenda agent agile aglow agree ahead aim airline
airport airship aisle alarm album alcove alder alert algae alias align alike alley almanac almond almost aloft alone
aloof alpaca alpine also always amazing amber amble amuse ancestor anchor anchovy ancient angle animal annex answer
antenna anthem antique antler anvil anybody anyone apart apex apparel applause apple approach apricot april apron aqua
arcade archer archive arctic arena argue arise armor aroma around arrange arrive arrow art ascend aside aspect aspen
asphalt aspire assist aster astonish athlete athletic atlas atom attach attempt attend attic attire auburn audience
audio august aunt aurora author autumn avenue avocado avoid awake award away awesome awning axiom axis axle azure baby
back bacon badge bagel baker balance balcony ballad ballet balloon balsam bamboo banana band banjo banner banquet
barber barley barn barrel basalt base basil basket batch bathrobe bathtub battery bazaar beach beam beard beast beaver
become bed beetle before begin behave behind beige bell belong below beret berry beside better beyond bicycle big bike
binder bingo birch bird biscuit bison blade blanket blend blimp blink block bloom blossom blouse blue blunt boat
bobcat body boil bold bonfire bonnet bonus bookcase boost border borrow bottle bottom boulder bounce bouquet bow boxer
bracelet bracket braid branch brass brave bread breeze brewer brick bridge brief bright bring brochure bronze brook
brother bruise brush bubble bucket buckle budget buffalo buffet bugle build bulb bulletin bumper bundle bungalow bunny
burger busy button buyer buzz cabbage cabin cable cactus cadet cafe calendar calf camel camera camper campfire campus
canal candle candy cannon canoe canopy canvas capable capital capsule captain caramel caravan carbon card carefree
careful cargo carnival carol carpet carrot carry cartoon carve cascade cashew castanet castle casual catalog caterer
cause caution cavern cedar celery cellar cellist cello cement center century ceramic cereal chain chalk chamber
champion chance channel chapel chapter charcoal chariot charm chase chat check cheer cheese chemist cherry chess
chestnut chew chief child chimney chip chisel choice chorus chrome cinema circle circus citizen citrus city civil
claim clamp clarify clarinet class clay clean clerk clever cliff climate climb clinic cloak close cloth cloud club
coach coast cobalt cobbler coconut code coffee coin collect collie color column comb comedy comet comfort comic
commerce common compact compass complete compose computer concept concrete condor conduct confetti confirm connect
constant consult contact contain contest convoy cook copilot copper copy coral corner correct corridor cosmos cottage
cotton council count couple courage course cousin cover coyote cradle craft crane crater crayon cream create creative
creature credit crescent crest cricket crimson crisp crocus crop crossbow crowd cruiser crumb crunch crystal cube
cuckoo cucumber cuff culture cup curator curb curious curtain curtsy cushion custom cycle cyclone cymbal cypress dad
daffodil dainty dairy damp dance dapper dare dashing data dawn daylight daytime dazzle debate debut decade decimal
decisive deck decor deep defend define degree delay delicate delight deliver delta den depot depth deputy derby desert
design desktop detail detect detour develop device diagram dial diamond diary dice dictate diesel diet differ digest
digit dimple dinner dinosaur diploma direct discover discuss dish display distant divide doctor dodge dog dollar
dolphin domain dome domino donate donkey door double dough dozen dragon drama draw dress drift drill drink drive
drizzle drum dry duchess dugout dune durable during dusk duty dwarf dwell dynamic dynamo eager eagle early earnest
earring earth easel eastern easy eat echo eclipse economy edit educate effort egg eight either elastic elbow elect
elegant element elephant elevate elevator eleven elixir elk else embark emblem embrace emerald emerge emperor empire
employ empty enable enact enchant encore endeavor endless endorse energy engage engine enigma enjoy enlist enormous
enough enrich ensure entire entry envelope envision epic equal equator equip era errand escape essay estate estuary
etching eternal evening event everyday evident evolve example excel except excite exciting exercise exhale exhibit
exist expand expect explain explore export express extend extra eye fabric fabulous face faculty fairway falcon fall
familiar family famous fan farm fashion fast father faucet favor feature federal feeder feel fellow felt fence fennel
fern festival festive fetch fiber fiction fiddle field fiesta fifty figure file filter final finch finger finish
firefly fireman first fishing fitness fix fjord flag flame flamingo flannel flash fleece fleet flexible flicker flight
flint flip float floor flora flow fluent fluffy flurry flute fly foam focus folder foliage folklore food footpath
forecast forest forever forget fork formula fortress fortune forum fossil foster found fountain foxglove foyer fragile
freckle free freight fresco fresh friday friend fringe frog front frozen fruit fuchsia fungus fur future gadget
galactic galaxy gallant gallery gallop game garage garden garland garlic garment garnet gas gateway gauge gazebo
gazelle gecko gelatin gem general generous genial genius gentle genuine geology geyser giant gift giggle giggling
gingham giraffe give glacier glad glance gleam glide glimpse glitter globe glorious glory gnome goal goblet goldfish
golf gondola goose gopher gorge gosling gourd gourmet govern gown grace gradual grain grand granite granola graph
gravel gravity green greeting grid grocer groove grotto group grow guard guava guess guitar gust gymnast gypsum habit
haiku halfway halo hammer hamster handbag handsome hangar happily happy harbor harmony harpist harvest hasty haven
hawk hay hazel headband heart heather heavy hedge helium helmet help hemlock herald herd heritage hermit heron hexagon
hickory hidden highway hill hint hire historic history hobby hockey holiday hollow holly homemade honest honey hoop
hope horizon host hotel house hub huddle huge human humble humor hundred hurry hybrid hydrant iceberg icicle icon
ideal identify igloo image imagine immense impact import imprint improve impulse incline include income index indigo
indoor inform inhale initial inject inland inlet inning innocent input inquiry inside inspect inspire install instant
intact intend interval into invent invite iris isolate item ivory ivy jacket jackpot jade jaguar jam janitor january
jasmine jawbone jazz jeans jelly jersey jester jet jewel jigsaw job joke journal journey jubilee judge july jumbo jump
jungle junior juniper justice kale kangaroo karate kayak keepsake kettle keyhole kind kingdom kinship kiosk kitchen
kite kitten kiwi knee koala label labor ladder ladle lady lagoon lake lamb language lantern lap larch large lark laser
latitude laugh launch laundry laurel lava lawyer leader leaf learn leave lecture leek left leg leisure lemon length
lens lentil leopard lettuce level library license lid lighten likewise lilac lily lime limit lineage linen lion liquid
list literary little lizard llama lobster local locust logic long lotion lotus lounge love lowland lucky luggage
lullaby lumber lunar lyric machine magenta magic magnet magpie major mammal mammoth manage mango mantle manual maple
marathon marble margin marigold marine maritime market maroon marsh marvel mascot mask mason math matrix matter
mattress maximum meadow meander measure medium medley melody melon memorial memory mentor menu mercury meringue merit
mesh message metal meteor method metro migrate mild mimic mineral minister minute miracle mirror mobile model modern
modest module mohair mole moment monarch monday monitor monsoon month moon mop morale mosaic moss mother motor movie
muffin mug multiple mural museum mushroom music mustard mutual muzzle myrtle mystery napkin nation nature navigate
navy near nebula necklace nectar needle neighbor neon nephew nest network neutral never news nibble nickel niece nine
noble nobody nod noise nomad nominee noodle normal north notable notation notice nourish novel november nutmeg
nutrient oak oasis oatmeal obelisk obey object oblige oboe observe obstacle obtain obvious ocean octagon october
octopus odor offer office offshore often olive omega omelet omnibus onion online only onward onyx opal open opera
opinion oppose optical option oracle orange orbit orchard orchid ordinary oregano origin ornament ostrich otter ought
outcome outdoor outfit outlet outline outside overcoat overlook owl owner oxygen oyster ozone package paddle page
paint palace palette palm pancake panda panel panther pantry papaya paper parade paradise parallel parcel pardon
parent parlor parsley partner party pass pasta pastel pasture patience patient patio pattern pavement payment peacock
peanut pearl pebble peculiar pelican pencil pendulum penguin pepper percent perch perfect perform perfume perhaps
period persist person petunia photo phrase physics piano picnic picture pigeon pigment pillow pilot pink pinnacle
pioneer pipe pirate pit pizza plaid planet plank plaster plate platform platinum playful plaza pleasant please pledge
plenty plug plural plush plywood pocket podium poem polar police polish politely pollen polo polygon pond pool popular
port postcard potato pouch poultry powder practice prairie praise precious precise prefer premium prepare presence
present pretty pretzel price primary primrose prism private problem proceed process produce program project promise
proof proper proposal protein proud prove provide prune public publish pudding pull pulse puma pumpkin pupil puppet
purchase pure purifier purple purpose pursue puzzled pyramid python quadrant quail quaint quality quantity quantum
quarry quart queen quench quest quick quiet quill quince quiz quota rabbit raccoon radar radio radish railroad rainbow
rainfall raisin rally random rank rapid rate razor react readable ready reason rebuild recall receive recent recipe
recital recline record recycle reduce redwood reef reflect reform refresh regal regatta region regular relax release
relief remain remark remedy remind remote renew rent repair repeat reply report request rescue research resident
resist resonate restore result retire retrieve return reunion reveal reverse review reward rhubarb rhyme rhythm rib
rich rigging rigid rinse ripple ritual rival river robin robot robust rock rodeo romance room rotate rotunda rowboat
royal ruby rudder rule run safari saffron sailboat salad salary salmon salsa salt salute sample sandal sandbox
sandwich sardine satchel satin saturday sauna savanna save savory scale scallop scarf scarlet scatter scenic school
schooner science scissors scoop scooter score scout scramble scrap screen script scroll sculpt seafood seagull seal
search seaside seaweed second secret section sediment senior sensible sequel sequence serenade series serious serve
session settler seven several shade shadow shallow shampoo sharp shawl shed sheep shelf shelter sherbet shield shift
shine shop short shoulder shower shrimp shrub shuffle shut shy sibling siege sign silence silk silly silver similar
single siren sister sixteen size sketch skill skirt skylight skyline sleeve slender slice sling slipper slogan slope
small smart smile smooth snack snail snapshot snow soap soccer sociable social soda soft soldier solid solve somehow
sonar soprano sorbet south souvenir space spacious spaniel spark sparrow speak special specimen speech speed spell
sphere spin spiral spirit splash splendid split sponge spoon spot spray spread spring sprout spruce squadron square
squash squid squirrel stable stadium staff stage stamp stand star station statue steady steam stencil step stereo
steward stick stone storage storm straw street stretch stripe strong student studio study stunning style subject
submit subway such sudden sugar suggest suit summer sunbeam sunday sunrise sunset superb superior supper supply
support surf surprise survey suspend sweater swiftly swim switch symbol syrup system tablet tackle taco tadpole tailor
tailwind talent talk tape target tariff taste taxi teammate teapot telegram temper tempo tenant tender tennis tenth
terminal terrace text theater theme theory thick thimble third thirty thistle thorn thread three thrill thrive throat
throw thumb thunder thursday ticket tidy tiger timber tin tissue title toaster today toggle token tolerant tomato
tongue tonic toolbox tooth topaz topping torch tornado tortoise total toucan tour toward towel toy track tractor trade
traffic trail training tranquil transit traveler tray treasure treat treetop trek trend trial triangle tribe trifle
trigger trim trinket triumph trolley tropic trousers trout true trumpet trunk trust truth tuba tuesday tulip tundra
tunnel turban turbine turkey turmeric turn turtle tutor tuxedo twelve twenty twice twig twirl twist typical umbrella
uncle under unfold unicorn uniform unique unite unlock until unusual unveil upbeat upcoming update upgrade uphill
uphold uplift upon upright upset upstairs uptown urgent use usher usual utensil utility utopia vacant vaccine vacuum
vague valid vanilla vanish vapor variety various vault vehicle velocity velvet vendor venture veranda verb verdict
verify verse version vertical veteran viable vibrant victory video view village vinegar vineyard vintage violet violin
visa visible vision visit visual vital vitamin vivid voice volcano volley volume voyage waffle wagon walkway walnut
walrus waltz wander want warmth warrior wash water wax wealth weekday weekend weekly welcome welfare western wheat
wheel whisk whisper wicker wide width wildlife windmill window windy wing winter wireless wisdom woodland woodwind
workshop world worthy wrap wren wrist writer yacht yearling yes yoga yogurt yolk young youthful zebra zenith zeppelin
zero zestful zigzag zinc zipper zodiac zoo
""".split()  # noqa: SIM905 - written as people read it
)
