"""Page of this device: position, letter size and sounds; and whether its parts work, each with the one fix."""

from __future__ import annotations

import io
from datetime import datetime

from flask import Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion import __version__
from companion.web.api.games import device_label
from companion.web.auth.device_settings import (
    COOKIE,
    DISTANCES,
    FACINGS,
    LEAST_CARD,
    MOST_CARD,
    SWITCHES,
    DeviceSettings,
)
from companion.web.pages.base import device_settings, own_path, pages, render, sentences
from companion.web.server.context import address

LIVES = 400 * 24 * 3600
"""Seconds for which a device keeps its settings; browsers allow no more."""
CHECKS = ("awake", "camera", "sound", "size", "connection", "delay")
STEPS = tuple(range(1, 11))
"""The steps of the check list, by the number of their sentence and of their column in docs/devices.md."""


said = sentences("device")


@pages.get("/device")
def device_page() -> Response:
    """Show this device's settings."""
    back = own_path(request.args.get("back", "/"))
    return render(
        "device/device.html",
        settings=device_settings(),
        back=back,
        checks=CHECKS,
        facings=FACINGS,
        distances=DISTANCES,
        switches=SWITCHES.items(),
        least_card=LEAST_CARD,
        most_card=MOST_CARD,
    )


@pages.post("/device")
def keep() -> AnyResponse:
    """Keep this device's settings and lead back to the page it came from."""
    chosen = device_settings().changed({name: values[-1] for name, values in request.form.lists()})
    return keep_settings(redirect(own_path(request.form.get("back", "/device")), 303), chosen)


def keep_settings(response: AnyResponse, chosen: DeviceSettings) -> AnyResponse:
    """Have the device keep these settings, and return the response."""
    response.set_cookie(COOKIE, chosen.cookie(), max_age=LIVES, samesite="Lax", httponly=True)
    return response


@pages.get("/about/this-device")
def about() -> Response:
    """Show what this browser says of itself, and the check list of ten minutes."""
    label = device_label() or request.headers.get("User-Agent", "")[:60]
    return render(
        "device/about.html",
        label=label,
        date=datetime.now().astimezone().strftime("%Y-%m-%d"),
        version=__version__,
        steps=STEPS,
    )


@pages.get("/games/<game>/watch.svg")
def watch(game: str) -> Response:
    """Show the address at which any phone looks on, as a QR symbol."""
    import segno

    drawn = io.BytesIO()
    segno.make(f"{address()}/games/{game}", error="m").save(drawn, kind="svg", scale=6, border=3, light="#ffffff")
    response = Response(drawn.getvalue(), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=600"
    return response
