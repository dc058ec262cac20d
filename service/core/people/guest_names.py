"""Names for guests, such as "Amber Fox", in the languages of the service."""

import secrets
from collections.abc import Mapping
from typing import Final

TRIED_NAMES: Final = 3
"""How many names are tried for a guest until one gets a number."""

# A first word and a second one, in which `_` is a space. Compounds and French complements need no gender.
_WORDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "en": (
        "{} {}",
        "Amber Autumn Azure Bright Calm Copper Coral Crimson Early Emerald Frosty Gentle Golden Happy Indigo Ivory "
        "Jade Lucky Lunar Merry Misty Mossy Quiet Rapid Rosy Ruby Rusty Sandy Silver Snowy Solar Starry Sunny "
        "Swift Teal Velvet Violet Wild Windy Wise",
        "Badger Bear Beaver Bee Crane Deer Dolphin Dove Duck Eagle Falcon Finch Fox Frog Gecko Goose Hare Hawk "
        "Hedgehog Heron Ibis Jay Koala Lark Lemur Lynx Marten Mole Moth Newt Otter Owl Panda Puffin Quail Raven "
        "Robin Seal Swan Tern Toad Turtle Wolf Wren",
    ),
    "de": (
        "{}{}",
        "Abend Ahorn Bernstein Birken Blau Eis Erlen Feder Feuer Frost Gold Hasel Heide Herbst Kirsch Klee Kupfer "
        "Linden Mond Moos Morgen Nacht Nebel Opal Perlen Regen Rosen Rubin Salbei Samt Sand Schatten Schnee See "
        "Silber Sommer Sonnen Stern Sturm Tau Wald Weiden Wiesen Wind Winter Wolken",
        "amsel biber dachs eule falke fink forelle frosch fuchs gans hase hecht hirsch hummel igel iltis kauz "
        "kranich lachs lerche luchs marder maus meise milan molch otter rabe reh reiher robbe schwan specht spatz "
        "star storch taube unke wiesel wolf",
    ),
    "nl": (
        "{}{}",
        "Avond Barnsteen Berken Blad Bos Duin Goud Hei Herfst Ijs Karmijn Klaver Koper Linde Maan Mist Mos Nacht "
        "Noord Ochtend Opaal Parel Regen Robijn Schemer Sneeuw Ster Storm Veen Veld Vlier Vuur Water Wei Wilgen "
        "Wind Winter Wolken Zand Zee Zilver Zomer Zon",
        "adelaar bever bij das duif eend egel ekster fazant gans haas havik hert hommel ibis kauw kikker kraai "
        "kraanvogel leeuwerik lynx marter mees merel mol mus ooievaar otter pad raaf ree reiger roodborst "
        "salamander snoek specht spreeuw uil valk vink vos wezel wolf zalm zwaan",
    ),
    "da": (
        "{}{}",
        "Aften Birke Blad Bølge Dug Efterårs Fjer Flod Frost Guld Hav Hede Hvede Is Klit Kobber Krat Lind Lyng Lys "
        "Morgen Mos Måne Nat Nord Opal Perle Rav Regn Rubin Sand Sky Skov Skygge Sne Sol Sommer Stjerne Storm Sølv "
        "Tåge Vand Vind Vinter",
        "agerhøne and bi bjørn bæver drossel due egern falk finke frø gås hare hejre hjort høg ibis krage lærke "
        "los mejse mus musvit mår odder ravn ræv rådyr salamander spurv spætte stork stær svale svane sæl tudse "
        "ugle ulv vagtel vibe ørn ørred",
    ),
    "fr": (
        "{} {}",
        "Aigle Alouette Belette Biche Bouvreuil Canard Castor Cerf Chamois Chevreuil Chouette Cigogne Corbeau "
        "Crapaud Cygne Daim Dauphin Faucon Fauvette Furet Geai Grenouille Grive Grue Hermine Hibou Huppe Lapin "
        "Loir Loup Loutre Lynx Marmotte Merle Moineau Mouette Perdrix Phoque Pinson Renard Rossignol Sanglier "
        "Saumon Tourterelle Triton",
        "d'ambre d'argent d'automne d'azur d'encre d'hiver d'ivoire d'opale d'or d'orage d'été de_brume de_corail "
        "de_feu de_givre de_jade de_laine de_lierre de_lune de_mai de_mer de_mousse de_neige de_nuit de_paille de_"
        "perle de_plume de_rosée de_rubis de_sable de_satin de_sel de_soie de_velours de_verre du_lac du_large du_"
        "matin du_nord du_soir du_vent",
    ),
}


def guest_name(language: str) -> str:
    """Return a name in a language. Another account may have it."""
    form, first, second = _WORDS.get(language, _WORDS["en"])
    return form.format(secrets.choice(first.split()), secrets.choice(second.split())).replace("_", " ")
