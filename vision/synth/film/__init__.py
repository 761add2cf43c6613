"""Films of simulated sessions: dealing hands, sliding, turning and swept cards, chips, with the truth beside them."""

from vision.synth.film.dials import Dials
from vision.synth.film.look import FilmLook
from vision.synth.film.maker import FILM_PACE, Film, make_film

__all__ = ["FILM_PACE", "Dials", "Film", "FilmLook", "make_film"]
