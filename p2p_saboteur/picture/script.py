"""Layout and behaviour of the page; neither holds a sign that XML would read."""

from __future__ import annotations

from typing import Final

LAYOUT: Final = """\
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:96rem;
font:16px/1.45 system-ui,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif;
display:grid;grid-template-columns:minmax(0,1fr) 20rem;column-gap:1.5rem;
grid-template-areas:'head head' 'controls contents' 'main contents' 'foot foot';grid-template-rows:auto auto 1fr auto}
header{grid-area:head;overflow-wrap:anywhere}
h1{font-size:1.35rem;margin:.2rem 0 .8rem;unicode-bidi:plaintext}
h2{font-size:1.2rem;margin:.6rem 0 .2rem}
.banner{border:2px solid;border-left-width:.6rem;padding:.6rem .9rem;border-radius:.4rem;font-weight:600}
#controls{grid-area:controls;display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
#controls[hidden],.moment[hidden]{display:none}
button{font:inherit;font-size:1.15rem;min-width:2.9rem;min-height:2.6rem;border:1px solid;border-radius:.5rem;
cursor:pointer}
input{flex:1;min-width:8rem;min-height:2.6rem}
:focus-visible{outline:3px solid;outline-offset:2px}
output{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
main{grid-area:main;min-width:0}
.told{margin:.2rem 0 .8rem;padding-left:1.2rem;min-height:3rem;overflow-wrap:anywhere}
.told li{unicode-bidi:plaintext}
.drawings{position:absolute}
.table{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}
.board{flex:10 1 24rem;min-width:0;max-width:100%;max-height:82vh}
.players{flex:1 1 17rem;max-width:22rem}
.hand{max-width:100%;height:auto;margin-top:.8rem}
.moments{grid-area:contents;max-height:90vh;overflow-y:auto;border-left:1px solid;padding-left:.8rem;font-size:.9rem;
position:sticky;top:0}
.moments ol{list-style:none;margin:0;padding:0}
.moments a{display:block;padding:.2rem .5rem;border-radius:.3rem;text-decoration:none;overflow-wrap:anywhere;
unicode-bidi:plaintext}
footer{grid-area:foot;font-size:.85rem;overflow-wrap:anywhere}
@media (max-width:60rem){body{display:block}.moments{max-height:16rem;position:relative;border-left:0;margin-top:1rem}}
@media print{#controls,.moments{display:none}body{display:block}.moment{break-inside:avoid}}"""

SCRIPT: Final = """\
(() => {
  "use strict";
  const find = (id) => document.getElementById(id);
  const sections = Array.from(document.querySelectorAll(".moment"));
  const links = Array.from(document.querySelectorAll(".moments a"));
  const list = document.querySelector(".moments");
  const slider = find("place");
  const last = sections.length - 1;
  let here = 0;
  let clock = 0;

  const stop = () => {
    window.clearInterval(clock);
    clock = 0;
    find("play").textContent = "\\u25b6";
  };
  const show = (wanted) => {
    here = Math.min(Math.max(wanted, 0), last);
    sections.forEach((section, place) => { section.hidden = place !== here; });
    links.forEach((link, place) => {
      if (place === here) {
        link.setAttribute("aria-current", "true");
        list.scrollTop = link.offsetTop - list.clientHeight / 2;
      } else {
        link.removeAttribute("aria-current");
      }
    });
    slider.value = here;
    const words = [sections[here].querySelector("h2"), sections[here].querySelector(".told")];
    find("status").textContent = words.map((word) => word.textContent.trim()).join(". ");
    history.replaceState(null, "", "#" + here);
  };
  const go = (wanted) => {
    stop();
    show(wanted);
  };
  const play = () => {
    if (clock) {
      stop();
      return;
    }
    if (here === last) { show(0); }
    find("play").textContent = "\\u23f8";
    clock = window.setInterval(() => {
      show(here + 1);
      if (here === last) { stop(); }
    }, 1200);
  };
  const keys = {
    ArrowLeft: () => go(here - 1),
    ArrowRight: () => go(here + 1),
    PageUp: () => go(here - 10),
    PageDown: () => go(here + 10),
    Home: () => go(0),
    End: () => go(last),
  };
  const from_address = () => go(Number(location.hash.replace(/[^0-9]/g, "")));

  find("to-first").addEventListener("click", keys.Home);
  find("to-back").addEventListener("click", keys.ArrowLeft);
  find("play").addEventListener("click", play);
  find("to-on").addEventListener("click", keys.ArrowRight);
  find("to-end").addEventListener("click", keys.End);
  slider.addEventListener("input", () => go(Number(slider.value)));
  links.forEach((link, place) => link.addEventListener("click", (event) => {
    event.preventDefault();
    go(place);
  }));
  window.addEventListener("hashchange", from_address);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target === slider) { return; }
    const action = keys[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  find("controls").hidden = false;
  from_address();
})();"""
