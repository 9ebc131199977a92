/* A finger, or a mouse, that drags: what everything that can be dragged has in common. */

/** CSS px: a touch that wanders further is no tap. */
export const FAR = 14;

/** What `lift(event)` gives for a press is held, if it gives anything. Once the finger has wandered, `begin(held, event)`
    is told, then `move(held, event)` of each step and `drop(held, event)` of the end (`pointercancel`: it was taken away).
    Gives a listener for `touchmove` where the page must not scroll meanwhile: CSS cannot say so of what stands within a
    drawing, as `touch-action` does nothing there, and on the whole drawing it would leave no place to scroll by. */
export function draggable({ lift, begin, move, drop }) {
  let drag = null;
  addEventListener("pointerdown", (event) => {
    const held = !drag && !event.button && lift(event);
    if (held) drag = { held, id: event.pointerId, x: event.clientX, y: event.clientY, on: false };
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (!drag.on && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    if (!drag.on) {
      drag.on = true;
      begin(drag.held, event);
    }
    event.preventDefault();
    move(drag.held, event);
  }, { passive: false });
  const stop = (event) => {
    if (event.pointerId !== drag?.id) return;
    const { held, on } = drag;
    drag = null;
    if (on) drop(held, event);
  };
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
  return (event) => drag && event.cancelable && event.preventDefault();
}

/** Where the finger is, in units of a drawing. */
export function at(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}
