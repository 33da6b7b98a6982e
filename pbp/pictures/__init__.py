"""Pictures of duels as SVG: pure functions from facts to text.

Each picture has a title and a description that says all it shows in words. Shapes bear classes, so that a page's
stylesheet can colour them; the attributes are the colours of a picture that stands alone. They are drawn for the
width of a telephone: there their smallest letters are 12 pixels high.
"""

from pbp.pictures.charts import cast_counts, rating_over_time, stars_over_time, worths
from pbp.pictures.facts import Hit, Redirection, Seat, Shield
from pbp.pictures.ring import ring

__all__ = [
    "Hit",
    "Redirection",
    "Seat",
    "Shield",
    "cast_counts",
    "rating_over_time",
    "ring",
    "stars_over_time",
    "worths",
]
