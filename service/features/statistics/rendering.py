"""What the API says of statistics: schemas and JSON."""

from service.core.common_values import Points
from service.core.rules.edition_values import EditionId, MulticolorOfGame
from service.features.statistics import averages
from service.features.statistics.averages import Analysed, Group
from service.platform.wire.field_types import Items, Named, Object, Real, ResponseSchema, Whole
from service.platform.wire.rendering import Rendered, itself


class NumberOfGames(Named):
    """The number of games."""

    of = Whole(least=0)


class MeanScore(Named):
    """The mean of the scores of the games that have one, to two decimals; null if none has."""

    of = Real(least=0, most=30, null=True)


class MeanShare(Named):
    """The mean share of the highest score, 25 or 30, of the games with a score, to four decimals.

    Games of variants are left out, because their highest scores differ, unless the filter `variant` names one. Null
    without any other game.
    """

    of = Real(least=0, most=1, null=True)


class Perfect(Named):
    """Games won, all fireworks complete: the highest score (R16)."""

    of = Whole(least=0)


class Strikeouts(Named):
    """Games lost by the last strike (R14)."""

    of = Whole(least=0)


class OutcomeCounts(ResponseSchema):
    """The number of games with this outcome; the sum is `games`."""

    won = NumberOfGames()
    lost = NumberOfGames()
    finished = NumberOfGames()


class ScoreCount(Rendered[averages.ScoreCount]):
    """How many games had a score."""

    score = Points()
    games = NumberOfGames()


class CountedApart(ResponseSchema):
    """Games that no other member counts. Each is in exactly one of these."""

    aborted = Whole("Aborted (R21), and in no other member.", least=0)
    imported = Whole("Played elsewhere, however they ended.", least=0)
    bots = Whole("Played here by bots only, however they ended.", least=0)
    contest = Whole("Played in contests, with decks that many play, however they ended.", least=0)
    training = Whole("Played with the training aid, however they ended.", least=0)
    replayed = Whole("Played with the deck of an earlier game, however they ended.", least=0)


class MeanLoss(Named):
    """Mean points a game; null without any game. Good draws are negative."""

    of = Real(null=True)


class _AnalysisStatsHindsight(Rendered[Analysed]):
    """The members of this value."""

    is_inline = True

    games = Whole("Games with hindsight.", attribute="looked_back", least=0)
    lost_by_deal = MeanLoss()
    lost_by_draws = MeanLoss()
    lost_by_choice = MeanLoss()


class AnalysisStats(Rendered[Analysed]):
    """What the exact analysis found out about the games in `games`.

    It analyzes them some time after their end, newest first, and imported ones only when somebody asks: so each
    figure has the number of games that it is about.
    """

    games = Whole("Games with an exact analysis.", attribute="solved", least=0)
    decided = Whole("Those of them for which it is proved whether the deal could be won.", least=0)
    winnable = Whole("Decided games that could be won from the deal with all cards known.", least=0)
    winnable_share = Real("`winnable` divided by `decided`; null if no game is decided.", least=0, most=1, null=True)
    hindsight = Object(
        _AnalysisStatsHindsight,
        "The mean points that a game lost by the deal, the draws and choices (turns, and ends that "
        "are not turns), as in `GET /v1/replays/{game}/hindsight` with open hands. Their sum is the"
        " maximum minus the final points.",
        computed=itself,
    )


class EditionStats(Rendered[Group]):
    """Statistics of the games of one edition."""

    edition = EditionId(attribute="value")
    games = NumberOfGames()
    mean_score = MeanScore()
    mean_share = MeanShare()
    perfect = Perfect()
    strikeouts = Strikeouts()


class SeatsStats(Rendered[Group]):
    """Statistics of the games with one number of seats."""

    seats = Whole("The number of seats.", attribute="value", least=2, most=6)
    games = NumberOfGames()
    mean_score = MeanScore()
    mean_share = MeanShare()
    perfect = Perfect()
    strikeouts = Strikeouts()


class MulticolorStats(Rendered[Group]):
    """Statistics of the games with one sixth suit, without one, or with the cards of a variant."""

    multicolor = MulticolorOfGame(attribute="value")
    games = NumberOfGames()
    mean_score = MeanScore()
    mean_share = MeanShare()
    perfect = Perfect()
    strikeouts = Strikeouts()


class Stats(Rendered[averages.Stats]):
    """Statistics of finished games."""

    games = Whole("The number of games, without those in `apart`.", least=0)
    mean_score = MeanScore()
    mean_share = MeanShare()
    median_score = Real("The median score; null if no game has one.", least=0, most=30, null=True)
    perfect = Perfect()
    strikeouts = Strikeouts()
    outcomes = Object(OutcomeCounts)
    scores = Items(
        Object(ScoreCount),
        "The number of games for each score, lowest first, without scores that no game has.",
        most=31,
    )
    unscored = Whole("Lost games without a score, by `strikeout_score` `none`.", least=0)
    by_edition = Items(Object(EditionStats), "The same figures for each edition with a game.")
    by_seats = Items(Object(SeatsStats), "The same figures for each number of seats with a game.")
    by_multicolor = Items(Object(MulticolorStats), "The same figures for each value of `multicolor` with a game.")
    apart = Object(CountedApart)
    aborted_share = Real(
        "Aborted games divided by these and `games`; null without any. Players can abort a game that is lost.",
        least=0,
        most=1,
        null=True,
    )
    analysis = Object(AnalysisStats)
