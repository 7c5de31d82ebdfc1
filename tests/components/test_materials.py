"""Materials: how pairs are looked up, changed, and read from files."""

import math
import pickle

import pytest

from sandbox.components.catalogue import MATERIALS_FILE, Catalogue, shipped_models
from sandbox.components.materials import Materials, Pair
from sandbox.errors import BadFile, InputError, UnknownName

STEEL = """
[material.steel]
kind = "metal"
colour = "#AABBCC"
density_kg_m3 = 7850
friction = 0.5
restitution = 0.8
rolling_mm = 0.01
spinning_mm = 0.0
"""


@pytest.fixture(scope="module")
def materials() -> Materials:
    """The shipped materials."""
    return Catalogue().materials


def write(folder, text):
    """Write a materials file and return what it says, on top of the shipped one."""
    file = folder / MATERIALS_FILE
    file.write_text(text, encoding="utf-8")
    return Materials.from_toml(file, Catalogue().materials)


def test_a_pair_of_one_material_is_its_own_value(materials):
    """Card on card is what the file says of card."""
    assert materials.pair("card", "card") == materials.get("card").own == Pair(0.2, 0.13, 0.001, 0.0001)


def test_an_unlisted_pair_is_the_geometric_mean(materials):
    """Glass on beech is the root of the product of the own values, in both orders."""
    glass, beech = materials.get("glass").own, materials.get("beech").own
    pair = materials.pair("glass", "beech")
    assert pair == materials.pair("beech", "glass")
    assert pair.friction == pytest.approx(math.sqrt(glass.friction * beech.friction))
    assert pair.rolling == pytest.approx(1e-4)  # PHYSICS' value for marbles


def test_an_explicit_pair_wins(tmp_path):
    """What a file says of two materials comes before the mean; what it leaves out does not."""
    mine = write(tmp_path, '[[pair]]\nbetween = ["glass", "beech"]\nfriction = 0.11\nsource = "me"\n')
    assert mine.pair("beech", "glass").friction == 0.11
    assert mine.pair("beech", "glass").restitution == Catalogue().materials.pair("beech", "glass").restitution
    assert mine.pair_sources[("beech", "glass")] == "me"


def test_with_pairs_changes_a_copy(materials):
    """An override is in the copy only; a pair of one with itself also moves the means."""
    changed = materials.with_pairs(
        friction={("card", "card"): 0.4, ("stone", "card"): 0.5}, rolling={("glass", "card"): 0.0}
    )
    assert materials.pair("card", "card").friction == 0.2
    assert changed.pair("card", "card").friction == 0.4
    assert changed.pair("card", "stone").friction == 0.5
    assert changed.pair("card", "beech").friction == pytest.approx(math.sqrt(0.4 * 0.35))
    assert changed.pair("card", "glass").rolling == 0.0


@pytest.mark.parametrize("value", [-0.1, float("nan"), float("inf"), 11.0])
def test_with_pairs_refuses_what_no_pair_has(materials, value):
    """A friction outside 0 to 10 is refused with its range."""
    with pytest.raises(InputError, match=r"friction between card and beech is .*; write a number from 0 to 10"):
        materials.with_pairs(friction={("card", "beech"): value})


def test_unknown_names_are_refused_with_the_near_ones(materials):
    """A typing error is answered with the material that was meant."""
    with pytest.raises(UnknownName, match="no material is called 'beach'; did you mean beech"):
        materials.pair("card", "beach")
    with pytest.raises(UnknownName, match="did you mean card"):
        materials.with_pairs(restitution={("crad", "card"): 0.2})


def test_a_persons_file_adds_and_changes(tmp_path):
    """A new material gives everything, a known one only what differs."""
    mine = write(tmp_path, STEEL + "[material.card]\nfriction = 0.33\n")
    assert mine.get("steel").density == 7850
    assert mine.get("steel").look.colour == "#aabbcc"
    assert mine.get("card").own.friction == 0.33
    assert mine.get("card").own.restitution == 0.13
    assert mine.get("card").sources["density_kg_m3"].startswith("PHYSICS")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (
            "[material.steel]\nkind = 'metal'\n",
            1,
            "material.steel: is a new material and gives no colour; add colour",
        ),
        (STEEL.replace("0.8", "1.8"), 7, "material.steel.restitution: is 1.8; write a number of at most 1"),
        (STEEL.replace("0.5", "nan"), 6, "material.steel.friction: is nan; write a finite number"),
        (STEEL.replace("0.5", "-1"), 6, "material.steel.friction: is -1; write a number of at least 0"),
        (STEEL + "frition = 1\n", 10, "material.steel.frition: unknown key; did you mean friction"),
        ('[[pair]]\nbetween = ["card", "oak"]\n', 2, "pair[1].between: no material is called 'oak'; "),
        (
            '[[pair]]\nbetween = ["card", "card"]\n',
            1,
            "pair[1]: 'card' with itself is no pair; write these numbers",
        ),
    ],
)
def test_a_bad_materials_file_is_one_line(tmp_path, text, line, words):
    """What is wrong is said with file, line, key and what to write instead."""
    with pytest.raises(BadFile) as caught:
        write(tmp_path, text)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{tmp_path / MATERIALS_FILE}:{line}: {words}")


def test_every_shipped_number_has_a_source(materials):
    """No number of a shipped material stands alone."""
    for name in materials.names:
        sources = materials.get(name).sources
        for key in ("density_kg_m3", "friction", "restitution", "rolling_mm", "spinning_mm"):
            assert sources.get(key, "").strip(), f"{name}.{key}"
    assert set(materials.pair_sources) == set(materials.pairs)
    assert Materials.from_toml(shipped_models() / MATERIALS_FILE) == materials


def test_pairs_that_physics_lists_are_in_its_ranges(materials):
    """The shipped values give what the project's list of pairs says."""
    assert 0.25 <= materials.pair("beech", "beech").friction <= 0.5
    assert materials.pair("card", "lacquer").friction == pytest.approx(0.2)
    for other in ("beech", "card"):
        assert 0.2 <= materials.pair("glass", other).friction <= 0.4
        assert 1e-5 <= materials.pair("glass", other).rolling <= 1.0001e-4
    assert 0.5 <= materials.pair("glass", "beech").restitution <= 0.75
    assert 0.2 <= materials.pair("glass", "card").restitution <= 0.5


def test_materials_are_picklable(materials):
    """Workers get them as they are."""
    assert pickle.loads(pickle.dumps(materials)) == materials
