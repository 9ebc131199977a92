"""Other engines than Chromium before the table: Debian's Firefox over WebDriver BiDi, WebKitGTK over WebDriver.

Playwright drives neither of these as they are installed: its own Firefox and WebKit are builds of its own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from tests.lab.served import free_port
from tests.waiting import soon

SIZE = (1180, 820)
LONG = 60.0
"""Seconds that anything may take on a machine that does other things too."""
PREFERENCES = {
    "intl.accept_languages": "es-ES",
    "dom.w3c_touch_events.enabled": 1,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
}
FIND = """(() => {
  if (document.readyState !== "complete") return "";
  for (const one of document.querySelectorAll(%s)) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const text = (one.textContent || "").replace(/\\s+/g, " ").trim();
    if (!(text.startsWith(%s) || (one.getAttribute("aria-label") || "").startsWith(%s))) continue;
    one.scrollIntoView({ block: "nearest" });
    const box = one.getBoundingClientRect();
    if (box.width > 3) return JSON.stringify([box.x + box.width / 2, box.y + box.height / 2, location.href, text]);
  }
  return "";
})()"""
"""The first visible thing that a selector finds and whose text or label begins so.

What comes back is its middle, in CSS px, the page it is on, and its whole text.
"""
TRIES, AGAIN = 4, 5.0
"""Number of touches at most, and seconds between two touches."""
PRESSABLE = "button, a, summary, label, [role=button]"


class Engine(ABC):
    """A browser with one window. `within` is the page inside the page, where the tablet alone shows the companion."""

    def __init__(self) -> None:
        self.open_things = ExitStack()
        self.is_within = False

    @abstractmethod
    def go(self, url: str) -> None:
        """Load an address and wait until it is there."""

    @abstractmethod
    def run(self, script: str) -> Any:
        """Return the value of a JavaScript expression in the page."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Touch a point of the page, in CSS px."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type into what has the focus."""

    def tap(self, text: str, selector: str = PRESSABLE) -> None:
        """Touch the first visible thing whose text begins so, until it is there no longer or says something else.

        The table leaves a touch alone that comes too soon after a change to be meant; then it is touched again, as a
        person would. What else changes on the page may be what came of the touch before.
        """
        script = FIND % (json.dumps(selector), json.dumps(text), json.dumps(text))
        found = [""]

        def look() -> str:
            with suppress(RuntimeError):
                return str(self.run(script))
            return ""

        def rests() -> bool:
            before, found[0] = found[0], look()
            return bool(found[0]) and found[0] == before

        soon(rests, LONG)
        x, y, *touched = json.loads(found[0])

        def is_answered() -> bool:
            now = look()
            return not now or json.loads(now)[2:] != touched

        for _ in range(TRIES):
            self.press(x, y)
            with suppress(AssertionError):
                soon(is_answered, AGAIN)
                return
            if now := look():
                x, y, *_ = json.loads(now)
        raise AssertionError(f"“{text}” was touched and nothing came of it")

    def waits_for(self, script: str, seconds: float = LONG) -> None:
        """Wait until a JavaScript expression is true in the page; a page that is just being left counts as false."""

        def holds() -> bool:
            with suppress(RuntimeError):
                return bool(self.run(script))
            return False

        soon(holds, seconds)

    def close(self) -> None:
        """End the browser with all that was begun for it."""
        self.open_things.close()

    def started(self, words: list[str], **more: Any) -> subprocess.Popen[str]:
        """Start a process that ends with the browser, and all that it has started with it."""
        process = subprocess.Popen(words, text=True, start_new_session=True, **more)

        def end() -> None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

        self.open_things.callback(end)
        return process

    def folder(self) -> Path:
        """Make a folder that goes with the browser."""
        folder = Path(tempfile.mkdtemp(prefix="companion-engine-"))
        self.open_things.callback(shutil.rmtree, folder, ignore_errors=True)
        return folder


class Firefox(Engine):
    """Firefox as the system has it, without a window."""

    def __init__(self) -> None:
        super().__init__()
        from websockets.sync.client import connect

        profile = self.folder()
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        words = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        said = (profile / "said.txt").open("w+", encoding="utf-8")
        self.open_things.callback(said.close)
        self.started([executable(Firefox), *words], stdout=subprocess.DEVNULL, stderr=said)

        def address() -> str:
            found = re.search(r"ws://\S+", (profile / "said.txt").read_text("utf-8"))
            return found[0] if found else ""

        soon(address, LONG)
        self._line = self.open_things.enter_context(
            connect(f"{address()}/session", max_size=None, open_timeout=60, ping_interval=None)
        )
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        width, height = SIZE
        self._ask("browsingContext.setViewport", context=self._window, viewport={"width": width, "height": height})

    def _ask(self, method: str, **params: Any) -> Any:
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            said = json.loads(self._line.recv(timeout=LONG))
            if said.get("id") == self._asked:
                if said["type"] == "error":
                    raise RuntimeError(f"{method}: {said['message']}")
                return said["result"]

    @property
    def _page(self) -> str:
        if not self.is_within:
            return str(self._window)
        tree = self._ask("browsingContext.getTree", root=self._window)["contexts"][0]
        if not tree["children"]:
            raise RuntimeError("there is no page within the page yet")
        return str(tree["children"][-1]["context"])

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def run(self, script: str) -> Any:
        target = {"context": self._page}
        result = self._ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return result["result"].get("value")

    def press(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": moves}
        self._ask("input.performActions", context=self._page, actions=[finger])

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._ask("input.performActions", context=self._page, actions=[{"type": "key", "id": "keys", "actions": keys}])


class WebKit(Engine):
    """WebKitGTK in its own small browser, on a virtual screen."""

    def __init__(self) -> None:
        super().__init__()
        folder = self.folder()
        screen = self.started(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1000x24"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert screen.stdout is not None
        environment = {
            **os.environ,
            "DISPLAY": f":{screen.stdout.readline().strip()}",
            "HOME": str(folder),
            "GTK_USE_PORTAL": "0",
            "LANG": "es_ES.UTF-8",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        port = free_port()  # WebKit's driver takes none by itself
        words = ["dbus-run-session", "--", "WebKitWebDriver", f"--port={port}"]
        self.started(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._base = f"http://127.0.0.1:{port}"

        def opened() -> bool:
            with suppress(OSError):
                options = {"binary": executable(WebKit), "args": ["--automation"]}
                wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
                self._base += f"/session/{self._ask('POST', '/session', wanted)['sessionId']}"
                return True
            return False

        soon(opened, LONG)
        self.open_things.callback(lambda: self._ask("DELETE", ""))
        width, height = SIZE
        self._ask("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height + 80})

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self._base + path, sent, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=LONG) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise RuntimeError(fault.read().decode()[:300]) from fault

    def _enter(self) -> None:
        self._ask("POST", "/frame", {"id": None})
        if self.is_within:
            frame = self._ask("POST", "/element", {"using": "css selector", "value": "iframe"})
            self._ask("POST", "/frame", {"id": frame})

    def go(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def run(self, script: str) -> Any:
        self._enter()
        return self._ask("POST", "/execute/sync", {"script": f"return {script}", "args": []})

    def press(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self._ask("POST", "/actions", {"actions": [mouse]})

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})


def executable(engine: Callable[[], Engine]) -> str:
    """Return the path of what an engine needs on this machine; empty where something is missing."""
    if engine is Firefox:
        return shutil.which("firefox-esr") or shutil.which("firefox") or ""
    if not all(map(shutil.which, ("WebKitWebDriver", "Xvfb", "dbus-run-session"))):
        return ""
    return next((str(one) for one in Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")), "")
