"""What screens with and without pictures show: plain data from a seat's view, and the choices that it leaves."""
