"""What is heard fits what happened: pitch, brightness and length of a knock, and which knocks there are."""

from __future__ import annotations

import itertools
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.geometry import Pose
from sandbox.play.live import Live
from sandbox.play.sound import AT_ONCE, MOST, Sound, recipe
from sandbox.play.sound_choice import SOFTEST, Knock, force_class, knocks, loudness
from sandbox.play.sound_mix import Mix, envelope
from sandbox.play.sound_modes import FORCES, RATE, VARIANTS, VOICES, knock, pitch, size_class
from sandbox.play.ui import Ui
from sandbox.record import Contact, Snapshot
from tests.viewer.kit import CATALOGUE

SMALL, LARGE, TABLE = size_class(0.014), size_class(0.1), size_class(1.0)
PAIRS = list(itertools.combinations_with_replacement(VOICES, 2))


def wave(*arguments) -> np.ndarray:
    """Return a sample as numbers from -1 to 1."""
    return knock(*arguments).astype(float) / 32767


def centroid(sound: np.ndarray) -> float:
    """Return the mean frequency in Hz, weighted by power: how bright it sounds."""
    power = np.abs(np.fft.rfft(sound, 65536)) ** 2
    return float((power * np.fft.rfftfreq(65536, 1 / RATE)).sum() / power.sum())


def ring(sound: np.ndarray) -> float:
    """Return the seconds after which 99 % of the energy has been heard."""
    heard = np.cumsum(sound**2) / (sound**2).sum()
    return float(np.searchsorted(heard, 0.99)) / RATE


# --- the samples


@pytest.mark.parametrize(("one", "other"), PAIRS, ids="-".join)
def test_a_sample_neither_clips_nor_clicks_and_dies_away(one: str, other: str):
    """Below full scale, from silence to silence, and the end is far quieter than the beginning."""
    for size in (SMALL, LARGE):
        sound = wave(one, size, other, TABLE)
        assert 0.25 < np.abs(sound).max() < 0.95
        assert sound[0] == 0
        assert abs(sound[-1]) < 1e-3
        assert np.abs(np.diff(sound)).max() < 0.95, "a jump is a click"
        tenth = len(sound) // 10
        assert np.sqrt((sound[-tenth:] ** 2).mean()) < 0.05 * np.sqrt((sound[:tenth] ** 2).mean())
        assert abs(sound.mean()) < 1e-4, "a constant pressure is no sound"


def spectrum(sound: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return frequencies in Hz and the power at each, of a sound with silence before it."""
    power = np.abs(np.fft.rfft(np.pad(sound, (512, 0)), 65536)) ** 2
    return np.fft.rfftfreq(65536, 1 / RATE), power


@pytest.mark.parametrize("kind", ["felt", "cloth"])
def test_what_is_soft_begins_without_a_click(kind: str):
    """Of its energy less than a millionth is above 5 kHz, although it begins from silence; no rumble is left."""
    for number in range(VARIANTS):
        hz, power = spectrum(wave(kind, SMALL, "wood", TABLE, number))
        assert power[hz > 5000].sum() < 1e-6 * power.sum()
        assert power[hz < 40].sum() < 0.01 * power.sum()


@pytest.mark.parametrize(
    ("one", "other"), [("wood", "wood"), ("card", "card"), ("glass", "wood"), ("wood", "felt")]
)
def test_harder_is_brighter(one: str, other: str):
    """A hard knock touches for a shorter time, so it has more of what is high; it is not louder by itself."""
    soft, hard = (
        [wave(one, SMALL, other, TABLE, number, force) for number in range(VARIANTS)] for force in (0, FORCES - 1)
    )
    assert np.mean([centroid(each) for each in hard]) > 1.15 * np.mean([centroid(each) for each in soft])
    assert np.abs(hard[0]).max() == pytest.approx(np.abs(soft[0]).max(), rel=1e-3)


@pytest.mark.parametrize("kind", VOICES)
def test_larger_pieces_sound_lower(kind: str):
    """Every size has a lower lowest mode than the next smaller one, until the ear's limit."""
    pitches = [pitch(kind, size) for size in range(7)]
    assert all(a > b or b == 90.0 for a, b in itertools.pairwise(pitches))
    assert centroid(wave(kind, SMALL, kind, SMALL)) > centroid(wave(kind, LARGE, kind, LARGE))


def test_materials_are_told_apart():
    """Glass rings higher and longer than stone and wood; card is darker than wood; felt swallows everything."""
    alone = {kind: wave(kind, SMALL, kind, SMALL) for kind in VOICES}
    bright = {kind: centroid(sound) for kind, sound in alone.items()}
    assert bright["glass"] > bright["wood"] > bright["card"] > bright["cork"] > bright["cloth"]
    assert bright["stone"] > bright["wood"]
    assert ring(alone["metal"]) > ring(alone["glass"]) > 3 * ring(alone["stone"])
    assert ring(alone["glass"]) > 3 * ring(alone["wood"])
    loud = {ground: np.abs(wave("wood", SMALL, ground, TABLE)).max() for ground in ("wood", "card", "felt")}
    assert loud["wood"] > loud["card"] > loud["felt"], "the same push given slowly is heard less"
    on = {ground: centroid(wave("glass", SMALL, ground, TABLE)) for ground in ("stone", "wood", "felt")}
    assert on["stone"] > on["wood"] > 5 * on["felt"]


def test_a_sample_is_made_once_and_its_variants_differ_a_little():
    """The same knock is the same array, whichever piece is named first; variants are no copies."""
    assert knock("wood", SMALL, "card", LARGE) is knock("wood", SMALL, "card", LARGE)
    assert np.array_equal(knock("wood", SMALL, "card", LARGE), knock("card", LARGE, "wood", SMALL))
    sounds = [wave("wood", SMALL, "wood", TABLE, number) for number in range(VARIANTS)]
    for a, b in itertools.combinations(sounds, 2):
        assert not np.array_equal(a, b)
        assert centroid(a) == pytest.approx(centroid(b), rel=0.35)


# --- what is heard


def instant(time: float, **rows: tuple[tuple[float, float, float], tuple[float, float, float]]) -> Snapshot:
    """Return bodies with a velocity and a spin each."""
    twists = np.array([[*speed, *spin] for speed, spin in rows.values()], dtype=float).reshape(-1, 6)
    poses = np.tile([0, 0, 0, 0, 0, 0, 1.0], (len(rows), 1))
    return Snapshot(time, tuple(rows), poses, twists)


KINDS = {
    "block": CATALOGUE.get("hurlyburly/block"),
    "other": CATALOGUE.get("hurlyburly/block"),
    "table": CATALOGUE.get("common/table"),
}
STILL = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def touching(a: str, b: str, force: float = 1.0) -> Contact:
    """Return a contact of two bodies."""
    return Contact(a, b, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.0, force)


def heard(before: Snapshot, after: Snapshot, *contacts: Contact, **options) -> list[Knock]:
    """Return what is heard between two instants."""
    return knocks(before, after, KINDS, lambda: contacts, **options)


def test_what_falls_lies_slides_or_flies_is_silent():
    """Gravity alone, rest, and friction of 0.4 explain these changes; nobody asks for contacts then."""

    def never() -> list[Contact]:
        raise AssertionError("contacts are dear")

    dt = 1 / 60
    cases = {
        "falls": ((0, 0, -1.0), (0, 0, -1.0 - 9.81 * dt)),
        "lies": ((0, 0, 0), (0, 0, 0)),
        "slides": ((0.5, 0, 0), (0.5 - 0.35 * 9.81 * dt, 0, 0)),
        "flies": ((2.0, 0, 1.0), (2.0, 0, 1.0 - 9.81 * dt)),
    }
    for what, (first, last) in cases.items():
        before = instant(0.0, block=(first, (0, 0, 0)))
        after = instant(dt, block=(last, (0, 0, 0)))
        assert knocks(before, after, KINDS, never) == [], what


def test_a_bounce_is_heard_with_its_impulse_and_its_partner():
    """The impulse is mass times the change of velocity; the partner is what presses most."""
    before, after = instant(0.0, block=((0, 0, -1.0), (0, 0, 0))), instant(1 / 60, block=((0, 0, 0.4), (0, 0, 0)))
    [each] = heard(before, after, touching("block", "other", 0.1), touching("table", "block", 2.0))
    assert (each.a, each.b) == ("block", "table")
    assert each.impulse == pytest.approx(0.0018 * 1.4, rel=1e-6)
    [alone] = heard(before, after)
    assert (alone.a, alone.b) == ("block", ""), "a bounce that was over before anybody looked"


def test_a_pair_that_meets_is_heard_once():
    """Both bodies changed their velocity by one another."""
    before = instant(0.0, block=((1.0, 0, 0), (0, 0, 0)), other=STILL)
    after = instant(1 / 60, block=((0.4, 0, 0), (0, 0, 0)), other=((0.6, 0, 0), (0, 0, 0)))
    [each] = heard(before, after, touching("block", "other"))
    assert each.impulse == pytest.approx(0.0018 * 0.6, rel=1e-6)


def test_the_hand_makes_no_sound():
    """A held piece that is pulled about is silent until something touches it."""
    before, after = instant(0.0, block=STILL), instant(1 / 60, block=((0.5, 0, 0), (0, 0, 0)))
    assert heard(before, after, held={"block"}) == []
    assert len(heard(before, after, touching("block", "table"), held={"block"})) == 1


def test_jumps_in_time_and_new_bodies_are_silent():
    """After a rewind, a pause or a new piece nothing is said about what happened between."""
    before = instant(1.0, block=((0, 0, -1.0), (0, 0, 0)))
    for after in (
        instant(0.5, block=STILL),
        instant(2.0, block=STILL),
        instant(1.0, block=STILL),
        instant(1.01, block=STILL, other=STILL),
    ):
        assert heard(before, after, touching("block", "table")) == []


def test_louder_is_harder():
    """From nothing to 1; ten times the impulse is twice as loud, 10 dB; there are a few kinds of force."""
    impulses = np.geomspace(SOFTEST, 0.1, 30)
    values = [loudness(float(each)) for each in impulses]
    assert all(a <= b for a, b in itertools.pairwise(values))
    assert loudness(SOFTEST / 2) == 0
    assert values[-1] == 1
    assert 20 * np.log10(loudness(2e-3) / loudness(2e-4)) == pytest.approx(10, abs=0.1)
    forces = [force_class(float(each)) for each in impulses]
    assert sorted(forces) == forces
    assert set(forces) == set(range(FORCES))


def test_a_recipe_is_what_the_pieces_are_made_of():
    """Materials by what they look like, sizes by the geometric mean of their edges."""
    one, one_size, other, other_size = recipe(Knock("block", "table", 1e-3), KINDS, CATALOGUE.materials)
    assert (one, other) == ("wood", "wood")
    assert one_size < other_size
    assert recipe(Knock("block", "", 1e-3), KINDS, CATALOGUE.materials)[2] == "wood"


# --- the ear on a real table


@pytest.fixture
def falling():
    """Return a table over which a block hangs 50 mm high."""
    live = Live.empty()
    live.add(live.catalogue.get("hurlyburly/block"), "block", Pose((0.0, 0.0, 0.057)))
    yield live
    live.close()


def run(sound: Sound, live: Live, seconds: float) -> list[tuple[float, Knock]]:
    """Let time pass; return when what was heard."""
    out = []
    for _ in range(round(seconds * 60)):
        live.advance(1 / 60, 1.0)
        out += [(live.time, each) for each in sound.advance(live, 1 / 60)]
    return out


def test_a_block_that_falls_is_heard_when_it_lands(falling: Live):
    """Silent for the 101 ms of the fall, then loud at the landing, then less, then nothing."""
    found = run(Sound(Ui()), falling, 1.5)
    landing = (2 * 0.05 / 9.81) ** 0.5
    assert found[0][0] == pytest.approx(landing, abs=0.03)
    assert (found[0][1].a, found[0][1].b) in {("block", "table"), ("block", "")}
    speed = (2 * 9.81 * 0.05) ** 0.5
    assert 0.9 * speed < found[0][1].impulse / 0.0018 < 1.7 * speed
    assert found[0][1].impulse == max(each.impulse for _, each in found)
    assert found[-1][0] < 1.0, "at rest it is silent"


def test_muted_and_scrubbed_it_is_silent(falling: Live):
    """The mute key silences at once; looking back plays nothing."""
    ui = Ui(is_muted=True)
    sound = Sound(ui)
    assert run(sound, falling, 0.3) == []
    assert sound.played == 0
    sound.advance(None, 1 / 60)


SILENT = """
import pyglet

pyglet.options.headless = True
pyglet.options.audio = ("silent",)
import pyglet.media

from sandbox.geometry import Pose
from sandbox.play.live import Live
from sandbox.play.sound import Sound
from sandbox.play.ui import Ui

live = Live.empty()
live.add(live.catalogue.get("hurlyburly/block"), "block", Pose((0.0, 0.0, 0.057)))
sound = Sound(Ui())
assert sound.is_silent, "headless there is no device"
sound._media = pyglet.media
most = 0
for _ in range(40):
    live.advance(1 / 60, 1.0)
    sound.advance(live, 1 / 60)
    most = max(most, len(sound._players))
assert sound.played > 0 and most > 0
sound.ui.is_muted = True
sound.advance(live, 1 / 60)
assert sound._players == [], "the mute key silences what sounds"
sound.close()
"""


def test_on_the_silent_driver_players_come_and_go():
    """Headless there is no device and no error; with pyglet's silent driver real players play real samples."""
    done = subprocess.run([sys.executable, "-c", SILENT], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_a_rain_of_blocks_is_not_a_roar():
    """At most five begin in a frame, the loudest; at most fourteen sound at once; no pair again in 50 ms."""
    names = [f"b{number}" for number in range(40)]
    kinds = dict.fromkeys(names, KINDS["block"])
    mass = KINDS["block"].mass

    def frame(time: float, speed: float) -> Snapshot:
        return instant(time, **{name: ((0, 0, speed * (1 + i)), (0, 0, 0)) for i, name in enumerate(names)})

    live = SimpleNamespace(
        is_replay=False,
        is_scrubbed=False,
        kinds=kinds,
        materials=CATALOGUE.materials,
        held=set(),
        profile=SimpleNamespace(gravity=9.81),
        contacts=list,
        history=SimpleNamespace(last=frame(0.0, -0.2)),
    )
    sound = Sound(Ui())
    sound._media = _Counting()
    sound.advance(live, 1 / 60)
    begun = []
    for number in range(1, 9):
        live.history.last = frame(number / 60, 0.2 if number % 2 else -0.2)
        begun.append(sound.advance(live, 1 / 60))
    assert all(len(each) <= AT_ONCE for each in begun)
    assert {each.a for each in begun[0]} == set(names[-AT_ONCE:])
    assert begun[0][0].impulse == pytest.approx(mass * 0.4 * 40, rel=0.1)
    assert {each.a for each in begun[1]}.isdisjoint({each.a for each in begun[0]})
    assert len(sound._players) == MOST
    assert sound._media.made == MOST


def test_sounds_that_are_heard_together_never_clip():
    """Whatever comes: their sum stays below full scale at every sample; one alone is as loud as it should be."""
    rng = np.random.default_rng(1)
    mix, summed = Mix(), np.zeros(3 * RATE)
    quiet = knock("glass", SMALL, "wood", TABLE)
    assert Mix().begin(0.0, [0.3], [envelope(quiet)]) == [0.3]
    for frame in range(60):
        kinds = rng.choice(list(VOICES), size=rng.integers(1, AT_ONCE + 1))
        samples = [knock(str(kind), SMALL, "wood", TABLE) for kind in kinds]
        volumes = mix.begin(frame / 60, list(rng.uniform(0.3, 1, len(samples))), [envelope(s) for s in samples])
        assert all(0 <= volume <= 1 for volume in volumes)
        for sample, volume in zip(samples, volumes, strict=True):
            late = frame / 60 + rng.uniform(0, 0.03)  # a device begins when it likes
            start = int(late * RATE)
            summed[start : start + len(sample)] += volume * sample / 32768
    assert 0.3 < np.abs(summed).max() < 1


class _Counting:
    """pyglet.media of which nothing ever ends."""

    def __init__(self):
        self.made = 0
        self.load = lambda name, **_: name

    def Player(self):  # noqa: N802 (pyglet's name)
        self.made += 1
        nothing = lambda *_: None  # noqa: E731
        return SimpleNamespace(volume=0, queue=nothing, play=nothing, delete=nothing, source=1, playing=True)
