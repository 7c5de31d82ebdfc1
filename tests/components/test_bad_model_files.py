"""Model files that cannot be used: the one line that each gets, word for word (`...` stands for anything)."""

import re

import pytest

from sandbox.errors import BadFile

HEAD = 'title = "Piece"\nmaterial = "beech"\nhandling = "flat"\n'
FIXED = HEAD.replace("flat", "fixed")
BOX = "[[part]]\nbox_mm = [20, 20, 20]\n"
LID = '[[part]]\nbox_mm = [20, 2, 20]\nat_mm = [20, 0, 0]\nlink = "lid"\n'
HINGE = '[[hinge]]\nturns = "lid"\nanchor_mm = [10, 0, 0]\naxis = [0, 0, 2]\n'
HINGED = HEAD.replace("flat", "articulated") + BOX + LID + HINGE
DRAWN = HEAD + BOX + "[[visual]]\nsphere_mm = 3\n"


def mesh(name="piece.stl", unit="mm"):
    """Return a file with one part, a mesh."""
    return f'{HEAD}[[part]]\nmesh = "{name}"\nunit = "{unit}"\n'


KEYS = [
    (HEAD + "wieght = 3\n" + BOX, ":4: wieght: unknown key; known keys: density_kg_m3, ..."),
    (HEAD + BOX + "mas_g = 3\n", ":6: part[1].mas_g: unknown key; did you mean mass_g?"),
    (HEAD + "[[part]]\nbox_cm = [2, 2, 2]\n", ":5: part[1].box_cm: unknown key; did you mean box_mm?"),
    (HEAD.replace("title", "tilte") + BOX, ":1: tilte: unknown key; did you mean title?"),
    (HEAD.replace('material = "beech"\n', "") + BOX, ": material: is missing; add it"),
    (HEAD.replace("beech", "beach") + BOX, ":2: material: no material is called 'beach'; did you mean beech?"),
    (DRAWN + 'material = "glas"\n', ":8: visual[1].material: no material is called 'glas'; did you mean glass..."),
    (HEAD.replace("flat", "soft") + BOX, ":3: handling: is \"soft\"; write one of 'flat', ..."),
    (HEAD.replace('"Piece"', '"a\\nb"') + BOX, ":1: title: is 'a\\nb'; write one line of at most 100 characters"),
    (DRAWN + 'colour = "red"\n', ":8: visual[1].colour: is 'red'; write a colour such as \"#c0392b\""),
    (
        HEAD + BOX + '[source]\n"part.box" = "x"\n',
        ":7: source.part.box: names no number of this file; did you ...",
    ),
    (  # a fault of the piece comes before one of its sources
        HEAD + '[[part]]\nmesh = "nope.stl"\nunit = "mm"\n[source]\n"part.box_mm" = "x"\n',
        ":5: part[1].mesh: nope.stl: there is no such file; ...",
    ),
    (HEAD + BOX + '[source]\ntitle = "x"\n', ":7: source.title: names no number of this file; ..."),
    (HEAD + "[[part\n", ":4: is not TOML: ..."),
    ("\n", ": is empty; ..."),
]

MASSES = [
    (HEAD + "mass_g = nan\n" + BOX, ":4: mass_g: is nan; write a finite number"),
    (HEAD + "mass_g = inf\n" + BOX, ":4: mass_g: is inf; write a finite number"),
    (HEAD + "mass_g = -2.5\n" + BOX, ":4: mass_g: is -2.5; write a number of more than 0"),
    (HEAD + BOX + "mass_g = -1\n", ":6: part[1].mass_g: is -1; write a number of more than 0"),
    (HEAD + "mass_g = 0\n" + BOX, ":4: mass_g: is 0; write a number of more than 0"),
    (HEAD + 'mass_g = "2 g"\n' + BOX, ':4: mass_g: is "2 g"; write a number'),
    (
        HEAD + "mass_g = 0.0056\n" + BOX,
        ":4: mass_g: makes the piece 0.7 kg/m³ dense (0.0056 g in 8 cm³); check ...",
    ),
    (
        HEAD + BOX + "mass_g = 5600\n",
        ":6: part[1].mass_g: makes the piece 7e+05 kg/m³ dense ...; check the units: ...",
    ),
    (
        HEAD + "mass_g = 1\ndensity_kg_m3 = 1\n" + BOX,
        ": mass_g and density_kg_m3 are both given; give one of them",
    ),
    (
        HEAD + BOX + "mass_g = 1\ndensity_kg_m3 = 1\n",
        ":4: part[1]: has mass_g and density_kg_m3; give one of them",
    ),
    (FIXED + "mass_g = 3\n" + BOX, ":4: mass_g: is given for a piece that never moves; take it out"),
    (FIXED + BOX + "density_kg_m3 = 3\n", ":6: part[1].density_kg_m3: is given for a piece that never moves; ..."),
    (
        HEAD + "mass_g = 9\n" + BOX + "mass_g = 5\n",
        ":4: mass_g: is 9 and parts ... weigh 5 g; make them agree, ...",
    ),
    (
        HEAD + "mass_g = 4\n" + BOX + "mass_g = 5\n" + BOX,
        ":4: mass_g: is 4 and parts ... weigh 5 g; write the mass ...",
    ),
    (HEAD + "inertia_kg_m2 = [1e-6, 1e-6, 3e-6]\n" + BOX, ":4: inertia_kg_m2: no body has these moments; ..."),
    (
        HINGED.replace("[[part]]", "inertia_kg_m2 = [1, 1, 1]\n[[part]]", 1),
        ": inertia_kg_m2 is for pieces that ...",
    ),
]

SHAPES = [
    (HEAD + "part = []\n", ":4: part: is too short; give at least 1 entry"),
    (
        HEAD + "[[part]]\nat_mm = [0, 0, 0]\n",
        ":4: part[1]: has no shape; give exactly one of box_mm, sphere_mm, ...",
    ),
    (HEAD + BOX + "sphere_mm = 3\n", ":4: part[1]: has box_mm and sphere_mm; give exactly one of ..."),
    (HEAD + "[[part]]\nbox_mm = [20, 20, 0]\n", ":5: part[1].box_mm[3]: is 0; write a number of more than 0"),
    (HEAD + "[[part]]\nsphere_mm = -4\n", ":5: part[1].sphere_mm: is -4; write a number of more than 0"),
    (HEAD + "[[part]]\nbox_mm = [20, 20]\n", ":5: part[1].box_mm[3]: is missing; add it"),
    (
        HEAD + "[[part]]\nbox_mm = [20, 20, 0.01]\n",
        ":5: part[1].box_mm: is 0.01 mm thin; write at least 0.05 (mm); ...",
    ),
    (
        HEAD + "[[part]]\nbox_mm = [6300, 8800, 100]\n",
        ":5: part[1].box_mm: the piece is 8.8 m long; write millimetres; a piece that moves is 2 mm to 1.5 m long",
    ),
    (HEAD + "[[part]]\nbox_mm = [0.48, 0.24, 0.08]\n", ":5: part[1].box_mm: the piece is 0.48 mm long; ..."),
    (
        HEAD + BOX + BOX + "at_mm = [9000, 0, 0]\n",
        ":5: part[1].box_mm: the piece is 9.02 m long; write millimetres; ...",
    ),
    (
        FIXED + "[[part]]\nbox_mm = [12000, 1, 1]\n",
        ":5: ...: the piece is 12 m long; ...never moves is 5 mm to 10 m long",
    ),
    (
        HEAD + BOX + 'unit = "mm"\n',
        ":4: part[1]: unit is for mesh files only; take it out, other sizes are millimetres",
    ),
    (HEAD + BOX + 'collision = "hull"\n', ":4: part[1]: collision is for mesh files only; take it out, ..."),
    (HEAD.replace("flat", "marble") + BOX, ':3: handling: is "marble" and the piece is not one sphere; ...'),
]

MESHES = [
    (
        HEAD + '[[part]]\nmesh = "piece.stl"\n',
        ':4: part[1]: a mesh file says no unit; add unit = "mm" (or m, cm, in)',
    ),
    (mesh(unit="feet"), ":6: part[1].unit: is \"feet\"; write one of 'm', 'cm', 'mm' or 'in'"),
    (mesh("peice.stl"), ":5: part[1].mesh: peice.stl: there is no such file; check the name"),
    (
        mesh("piece.dae"),
        ":5: part[1].mesh: piece.dae: is of a kind that is not read (.dae); use OBJ, STL, GLB or PLY",
    ),
    (
        mesh(unit="m"),
        ':6: part[1].unit: with "m" the mesh is 40 m long; write unit = "mm" (40 mm) or ... or "in" (1.02 m)',
    ),
    (
        mesh("open.stl"),
        ":5: part[1].mesh: open.stl is not watertight (4 open edges), so it has no mass; close it, or give "
        '[[part]] primitives and draw it as a [[visual]], or write handling = "fixed"',
    ),
    (mesh("empty.stl"), ":5: part[1].mesh: empty.stl: is empty; export it again"),
    (mesh("huge.stl"), ":5: part[1].mesh: huge.stl: is 50 MB large; a mesh has at most 20 MB; ..."),
    (mesh("flat.obj"), ":5: part[1].mesh: is flat, so it encloses nothing; give it a thickness, or use box_mm"),
    (mesh("noise.glb"), ":5: part[1].mesh: noise.glb: cannot be read as GLB (...); export it again, ..."),
    (
        mesh() + 'collision = "concave"\n',
        ':7: part[1].collision: is "concave" on a piece that moves; write "hull", give several [[part]] '
        'primitives, or handling = "fixed"',
    ),
    (
        mesh() + "simplify_mm = 900\n",
        ":7: part[1].simplify_mm: leaves no triangle of the mesh; write a smaller number",
    ),
    *(
        (mesh(path), ":5: part[1].mesh: ... is no path inside the models folder; write a file name such as ...")
        for path in ("../piece.stl", "/etc/passwd", "C:/x.stl", "..\\\\piece.stl", "")
    ),
    (
        mesh("outside.stl"),
        ":5: ...: 'outside.stl' is a link that leads out of the models folder; put the file itself there",
    ),
]

JOINTS = [
    (HINGED.replace("articulated", "flat"), ': has a hinge and handling = "flat"; write handling = "articulated"'),
    (HEAD.replace("flat", "articulated") + BOX, ': handling = "articulated" needs a joint; add a [[hinge]], ...'),
    (
        HINGED.replace('turns = "lid"', 'turns = "lit"'),
        ":11: hinge[1].turns: no part belongs to a link called 'lit'; did you mean lid?",
    ),
    (
        HINGED.replace('link = "lid"\n', ""),
        ":10: hinge[1].turns: no part ... 'lid'; write link = \"lid\" in a [[part]]",
    ),
    (HINGED + BOX + 'link = "lit"\n', ":16: part[3].link: no hinge turns 'lit'; did you mean lid?"),
    (HEAD + BOX + BOX + 'link = "lid"\n', ":8: part[2].link: no hinge turns 'lid'; add a [[hinge]] that turns it"),
    (HINGED + HINGE, ":15: hinge[2].turns: a second hinge turns 'lid'; give each link its own name and one hinge"),
    (HINGED + 'parent = "base"\n', ":14: hinge[1].parent: no hinge turns a link called 'base'; there are: lid"),
    (
        HINGED + 'parent = "lid"\n',
        ":14: hinge[1].parent: the links hang on one another in a ring; ...",
    ),
    (
        HINGED.replace(BOX, BOX + 'link = "lid"\n'),
        ":4: part[1]: every part belongs to a link; leave one without, ...",
    ),
    (
        HINGED.replace("[0, 0, 2]", "[0, 0, 0]"),
        ":10: hinge[1]: axis is [0, 0, 0]; write a direction such as [0, 0, 1]",
    ),
    (
        HINGED + "lower_deg = 10\nupper_deg = -10\n",
        ":10: hinge[1]: lower_deg is 10 and upper_deg -10; ...",
    ),
    (HINGED + "lower_deg = 10\n", ":10: hinge[1]: start_deg is 0; write an angle from 10 to 180"),
    (
        HINGED + "stiffness_N_m_per_rad = -1\n",
        ":14: hinge[1].stiffness_N_m_per_rad: is -1; write a number of at least 0",
    ),
    (
        HINGED.replace('"lid"', '"Lid"'),
        ":9: part[2].link: is 'Lid'; write a name in lowercase letters, digits and _",
    ),
]


@pytest.fixture
def crowded(folder, tmp_path, bowl, open_box):
    """A folder of good and bad mesh files."""
    bowl.export(folder / "piece.stl")
    open_box.export(folder / "open.stl")
    (folder / "empty.stl").touch()
    (folder / "piece.dae").write_text("x", encoding="utf-8")
    (folder / "noise.glb").write_bytes(b"\x00\x01\x02\xff" * 40)
    (folder / "flat.obj").write_text("v 0 0 0\nv 9 0 0\nv 0 9 0\nf 1 2 3\nf 3 2 1\n", encoding="utf-8")
    with (folder / "huge.stl").open("wb") as file:
        file.truncate(50_000_000)
    bowl.export(tmp_path / "elsewhere.stl")
    (folder / "outside.stl").symlink_to(tmp_path / "elsewhere.stl")
    return folder


@pytest.mark.parametrize(("text", "expected"), KEYS + MASSES + SHAPES + MESHES + JOINTS)
def test_a_bad_file_gets_one_line(crowded, load, text, expected):
    """File, line where known, key, what is wrong, what to write instead; never a second line."""
    with pytest.raises(BadFile) as caught:
        load(text)
    message = str(caught.value)
    assert message.startswith(str(crowded / "piece.toml"))
    told = message.removeprefix(str(crowded / "piece.toml"))
    pattern = ".*".join(re.escape(words) for words in expected.split("..."))
    assert re.fullmatch(pattern, told), told
