"""The camera and its troubles, with recorded frames in its place."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

from companion.i18n.scan_sentences import Refused
from companion.scan import webcam
from companion.scan.camera import Camera, Health, Shot
from companion.scan.source import Open, Setting, Source
from companion.scan.webcam import Found, Webcam, cameras, examine
from companion.service.referee.webcam import REST_AFTER, Watching
from tests.scan.scenery import Grey, Recording
from tests.waiting import soon


def noise(seed: int) -> Grey:
    """Return a frame that differs from every other."""
    return np.random.default_rng(seed).integers(20, 230, (48, 64)).astype(np.uint8)


def wait_for(camera: Camera, what: Callable[[Shot], bool]) -> Shot:
    """Return the first shot that `what` accepts."""
    seen: list[Shot] = []

    def has_come() -> bool:
        seen[:] = [camera.latest()]
        return what(seen[0])

    soon(has_come)
    return seen[0]


def filming(*films: Recording | Refused) -> Open:
    """Return an opener that gives one film after the other, then refuses."""
    left = list(films)

    def open_next(setting: Setting) -> Recording:
        film = left.pop(0) if left else Refused("camera.closed", index=setting.index)
        if isinstance(film, Refused):
            raise film
        return film

    return open_next


@contextmanager
def running(camera: Camera) -> Iterator[Camera]:
    """Yield a camera that films, and stop it afterwards."""
    camera.start()
    try:
        yield camera
    finally:
        camera.stop()


def test_the_newest_frame_is_kept_and_mirrored_if_asked() -> None:
    film = Recording([noise(k) for k in range(5)], again=True, pace=0.002)
    with running(Camera(Setting(mirror=True), filming(film))) as camera:
        shot = camera.wait(after=3, seconds=5)
        assert shot.trouble is None
        assert shot.frame is not None
        assert any(np.array_equal(shot.frame[:, ::-1], noise(k)) for k in range(5))
        assert camera.wait(after=shot.number, seconds=5).number > shot.number


def test_a_camera_pulled_out_is_said_and_opened_again() -> None:
    first = Recording([noise(1), noise(2)])
    again = Recording([noise(k) for k in range(3, 9)], again=True, pace=0.002)
    opens, gates = filming(first, Refused("camera.closed", index=0), again), [Event() for _ in range(3)]
    left = iter(gates)

    def when_it_may(setting: Setting) -> Source:
        assert next(left).wait(60)  # each trouble stands until it was seen
        return opens(setting)

    with running(Camera(Setting(), when_it_may, retry=0.05)) as camera:
        gates[0].set()
        lost = wait_for(camera, lambda shot: shot.trouble == "camera.lost")
        assert lost.number == 2
        assert "cable" in (lost.words("es") or "")
        gates[1].set()
        wait_for(camera, lambda shot: shot.trouble == "camera.closed")
        gates[2].set()
        assert first.is_closed, "or no other program could have it"
        assert wait_for(camera, lambda shot: shot.number > 4).trouble is None
    assert again.is_closed


def test_the_webcam_of_a_table_is_opened_when_somebody_looks_and_let_go_of_when_nobody_does() -> None:
    films = [Recording([noise(k) for k in range(9)], again=True, pace=0.002) for _ in range(3)]
    watching = Watching(lambda: filming(*films), list)
    assert watching.shot() is None, "none was chosen"
    watching.choose(Setting(2))
    shot = watching.shot(wait=60)
    assert shot is not None and shot.frame is not None and watching.trouble(shot, "en") == ""
    first = watching._timer
    watching.shot(wait=60, after=shot.number)
    assert first is not None and first.finished.is_set() and watching._timer is not first, "it is put off"
    assert watching._timer is not None and watching._timer.interval == REST_AFTER
    watching.rest()
    soon(lambda: films[0].is_closed)
    assert watching._timer.finished.is_set()
    assert "2" in watching.trouble(Shot(None, 0, "camera.closed"), "en")
    assert watching.trouble(Shot(None, 0, None), "en") == Shot(None, 0, "camera.lost").words("en")
    watching.choose(None)
    assert watching.shot() is None
    with pytest.raises(Refused):
        watching.choose(Setting(-1))


@pytest.mark.parametrize(
    ("frame", "trouble"), [(noise(1), "camera.frozen"), (np.zeros((48, 64), np.uint8), "camera.dark")]
)
def test_a_picture_that_never_changes_and_a_black_one_are_said(frame: Grey, trouble: str) -> None:
    with running(Camera(Setting(), filming(Recording([frame] * 40, again=True, pace=0.001)))) as camera:
        assert wait_for(camera, lambda shot: shot.trouble is not None).trouble == trouble


def test_a_camera_that_falls_silent_counts_as_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.scan.camera.SILENT_SECONDS", 0.05)
    with running(Camera(Setting(), filming(Recording([noise(1), noise(2), noise(3)], pace=0.15)))) as camera:
        assert wait_for(camera, lambda shot: shot.number >= 1 and shot.trouble is not None).trouble == "camera.frozen"


def test_health_forgets_what_is_over() -> None:
    health = Health()
    for _ in range(29):
        health = health.after(dark=True, repeated=False)
    assert health.trouble is None
    assert health.after(dark=True, repeated=False).trouble == "camera.dark"
    assert health.after(dark=False, repeated=False).after(dark=True, repeated=False).trouble is None


@pytest.mark.parametrize("index", [-1, -7])
def test_a_negative_number_never_reaches_opencv(index: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", lambda *args: pytest.fail("it would crash the whole service"))
    with pytest.raises(Refused) as refused:
        Webcam(Setting(index))
    assert refused.value.key == "camera.index"
    with pytest.raises(Refused):
        Camera(Setting(index)).start()


class FakeCapture:
    """Stand-in for OpenCV's camera, with the settings it was given."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, float]] = []
        self.grabbed = 0

    def isOpened(self) -> bool:
        return True

    def set(self, what: int, value: float) -> bool:
        self.asked.append((what, value))
        return True

    def grab(self) -> bool:
        self.grabbed += 1
        return True

    def read(self) -> tuple[bool, Grey]:
        return True, np.full((48, 64, 3), 77, np.uint8)

    def release(self) -> None: ...


def test_a_webcam_is_asked_for_mjpg_before_the_size_and_settles_first(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeCapture()
    monkeypatch.setattr(cv2, "VideoCapture", lambda *args: fake)
    webcam = Webcam(Setting(2, 1920, 1080, warm_up=7))
    assert fake.asked == [
        (cv2.CAP_PROP_FOURCC, int.from_bytes(b"MJPG", "little")),
        (cv2.CAP_PROP_FRAME_WIDTH, 1920),
        (cv2.CAP_PROP_FRAME_HEIGHT, 1080),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ], "and only the newest frame is kept"
    assert Setting() == Setting(0, 1280, 720, mirror=False, warm_up=10)
    frame = webcam.frame()
    assert frame is not None
    assert frame.shape == (48, 64)
    assert fake.grabbed == 7
    webcam.frame()
    assert fake.grabbed == 7


def test_no_camera_is_refused_without_noise(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refused) as refused:
        Webcam(Setting(63))
    assert refused.value.key == "camera.closed"
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux keeps the list in a folder, other systems do not")
def test_the_system_list_names_cameras_and_leaves_out_their_second_nodes(tmp_path: Path) -> None:
    for node, index, name in (("video0", "0", "Integrated"), ("video1", "1", "Integrated"), ("video12", "0", "USB")):
        (tmp_path / node).mkdir()
        (tmp_path / node / "index").write_text(index + "\n")
        (tmp_path / node / "name").write_text(name + "\n")
    assert cameras(tmp_path) == [Found(0, "Integrated"), Found(12, "USB")]
    assert cameras(tmp_path / "nothing") == []


def test_where_the_system_keeps_no_list_the_first_numbers_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, closed = list[int](), list[int]()

    class Some:
        def __init__(self, setting: Setting) -> None:
            tried.append(setting.index)
            if setting.index in (0, 2):
                raise Refused("camera.closed", index=setting.index)
            self.close = lambda: closed.append(setting.index)

    monkeypatch.setattr(webcam, "Webcam", Some)
    monkeypatch.setattr(webcam.sys, "platform", "darwin")
    assert cameras() == [Found(1, "Camera 1"), Found(3, "Camera 3")]
    assert (tried, closed) == ([0, 1, 2, 3], [1, 3])


def test_doctor_tells_what_works_and_the_fix_for_what_does_not() -> None:
    bright = filming(Recording([noise(1)]))
    (line,) = examine("es", [Found(0, "USB")], bright)
    assert line.works
    assert line.sentence == "La cámara 0 funciona: 64×48."
    for found, opened in (([], bright), ([Found(1, "USB")], filming()), ([Found(1, "USB")], filming(Recording([])))):
        lines = examine("en", found, opened)
        assert not any(line.works for line in lines)
        assert lines[-1].sentence.startswith("Plug in a USB camera")
    dark = examine("en", [Found(0, "USB")], filming(Recording([np.zeros((48, 64), np.uint8)])))
    assert dark[0].sentence == "The camera only sees black: uncover it or turn on a light."
