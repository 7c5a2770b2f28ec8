// Server time. The browser's own clock is never asked.

let offset = 0;

/** `now`: the server's milliseconds at the moment it sent the message that has just come in. */
export function setServerTime(now) {
  offset = now - performance.now();
}

export const serverNow = () => performance.now() + offset;

/** Let a bar shrink to nothing at `deadline`; `limit` is the time that a full bar stands for. */
export function runBar(bar, deadline, limit) {
  const left = Math.max(0, Math.min(deadline - serverNow(), limit));
  for (const running of bar.getAnimations()) running.cancel();
  const shrink = [{ transform: `scaleX(${left / limit})` }, { transform: "scaleX(0)" }];
  bar.animate(shrink, { duration: left, fill: "forwards" });
}

export const secondsLeft = (deadline) => Math.max(0, Math.ceil((deadline - serverNow()) / 1000));
