"""The catalogue: what a person's own folder changes, and what is read when."""

import pickle
import shutil

import pytest

from sandbox.components.catalogue import Catalogue, shipped_models
from sandbox.errors import BadFile, UnknownName

CARD = 'title = "My card"\nmaterial = "card"\nhandling = "flat"\nmass_g = 3\n[[part]]\nbox_mm = [63, 88, 2]\n'
STEEL = (
    '[material.steel]\nkind = "metal"\ncolour = "#aabbcc"\ndensity_kg_m3 = 7850\nfriction = 0.5\n'
    "restitution = 0.8\nrolling_mm = 0.01\nspinning_mm = 0.0\n[material.card]\nfriction = 0.4\n"
)


def put(folder, name, text):
    """Write a file below a folder."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_a_persons_piece_wins(folder):
    """A file of the same id replaces the shipped one; the others stay."""
    put(folder, "common/card.toml", CARD)
    put(folder, "spare.toml", CARD)
    catalogue = Catalogue([folder])
    assert catalogue.get("common/card").title == "My card"
    assert catalogue.get("hurlyburly/wall") == Catalogue().get("hurlyburly/wall")
    assert set(catalogue.ids()) == {*Catalogue().ids(), "spare"}
    assert list(catalogue.ids()) == sorted(catalogue.ids())
    assert catalogue.file("common/card") == (folder / "common/card.toml", folder)


def test_the_first_of_two_folders_wins(tmp_path):
    """Folders are asked in the order given."""
    for name, title in (("a", "first"), ("b", "second")):
        put(tmp_path / name, "piece.toml", CARD.replace("My card", title))
    assert Catalogue([tmp_path / "a", tmp_path / "b"]).get("piece").title == "first"
    assert Catalogue([tmp_path / "b", str(tmp_path / "a")]).get("piece").title == "second"


def test_a_persons_materials_serve_every_piece(folder):
    """Their steel can be used in their files, and their card is also what shipped cards are made of."""
    put(folder, "materials.toml", STEEL)
    put(folder, "nut.toml", CARD.replace('"card"', '"steel"').replace("mass_g = 3\n", ""))
    catalogue = Catalogue([folder])
    assert catalogue.get("nut").mass == pytest.approx(63 * 88 * 2e-9 * 7850)
    assert catalogue.materials.pair("card", "card").friction == 0.4
    assert "steel" not in Catalogue().materials.names
    assert "materials" not in catalogue.ids()


def test_files_are_read_once_and_only_when_asked_for(folder):
    """A broken file harms nobody who does not ask for it; a good one is kept."""
    put(folder, "broken.toml", "nonsense = \n")
    put(folder, "piece.toml", CARD)
    catalogue = Catalogue([folder])
    first = catalogue.get("piece")
    put(folder, "piece.toml", CARD.replace("My card", "Changed"))
    assert catalogue.get("piece") is first
    with pytest.raises(BadFile, match=r"broken.toml:1: is not TOML"):
        catalogue.get("broken")


def test_a_catalogue_is_picklable(folder):
    """A worker may be handed a catalogue with what it has read."""
    put(folder, "piece.toml", CARD)
    catalogue = Catalogue([folder])
    piece = catalogue.get("piece")
    pebble = catalogue.get("common/pebble_a")
    copy = pickle.loads(pickle.dumps(catalogue))
    assert copy.get("piece") == piece
    assert copy.get("common/pebble_a") == pebble
    assert copy.materials == catalogue.materials


def test_a_copied_mesh_is_the_same_shape(folder):
    """Shapes are equal by content, so that an engine can share them."""
    for name in ("pebble_a.obj", "pebble_a.toml"):
        shutil.copy(shipped_models() / "common" / name, folder / name)
    catalogue = Catalogue([folder])
    mine, theirs = catalogue.get("pebble_a").parts[0].shape, catalogue.get("common/pebble_a").parts[0].shape
    assert mine == theirs
    assert hash(mine) == hash(theirs)


def test_without_the_shipped_models_only_a_persons_are_there(folder):
    """What is not there is unknown; there are no materials to make a piece of either."""
    put(folder, "piece.toml", CARD)
    catalogue = Catalogue([folder], has_shipped=False)
    assert catalogue.ids() == ("piece",)
    with pytest.raises(UnknownName):
        catalogue.get("common/card")
    with pytest.raises(BadFile, match="no material is called 'card'; there are none"):
        catalogue.get("piece")


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    """A wrong --models is said at once."""
    with pytest.raises(BadFile, match=r"nowhere: there is no such folder; name a folder that holds model files"):
        Catalogue([tmp_path / "nowhere"])


@pytest.mark.parametrize(
    ("put_there", "named", "says"),
    [
        ("notes.txt", "mine", "mine: there are no models in it; name the one that holds GAME/PIECE.toml"),
        ("common/card.toml", "mine/common", "common: there is no common/card.toml in it; did you mean {}/mine?"),
        ("common/card.toml", "mine/common/../common", "did you mean {}/mine/common/..?"),
        ("common/card.toml", "", "there is no common/card.toml in it; did you mean {}/mine?"),
        ("deep/er/common/card.toml", "mine", "did you mean {}/mine/deep/er?"),
    ],
)
def test_a_folder_that_would_change_nothing_is_refused(tmp_path, put_there, named, says):
    """Else the shipped pieces were played with, and nobody would notice; the right folder is named."""
    put(tmp_path / "mine", put_there, CARD)
    with pytest.raises(BadFile) as caught:
        Catalogue([tmp_path / named])
    assert says.format(tmp_path) in str(caught.value)


@pytest.mark.parametrize("put_there", ["spare.toml", "game/spare.toml", "materials.toml", "common/card.toml"])
def test_a_folder_of_new_pieces_or_of_materials_alone_is_one(tmp_path, put_there):
    """It has to replace nothing, and may be called as a game is."""
    put(tmp_path / "common", put_there, STEEL if put_there == "materials.toml" else CARD)
    assert Catalogue([tmp_path / "common"])


def test_a_model_file_that_leads_out_of_the_folder_is_refused(folder, tmp_path):
    """A link to a file elsewhere is not followed."""
    put(tmp_path, "elsewhere.toml", CARD)
    (folder / "piece.toml").symlink_to(tmp_path / "elsewhere.toml")
    with pytest.raises(BadFile, match="is a link out of the models folder"):
        Catalogue([folder]).get("piece")


def test_a_folder_that_is_a_link_itself_is_fine(folder, tmp_path):
    """Where the models folder is does not matter, only that its files are in it."""
    put(folder, "piece.toml", CARD)
    (tmp_path / "linked").symlink_to(folder, target_is_directory=True)
    assert Catalogue([tmp_path / "linked"]).get("piece").title == "My card"
