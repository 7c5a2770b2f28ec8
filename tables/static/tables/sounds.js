// A quiet tone when it is one's turn, for those who have sounds on in the settings or ask here.

const LEVEL = 0.08;
const LENGTH_S = 0.28;

let audio = null;
let allowed = false;

/** Browsers let a page sound only after its reader has touched it. */
export function allowSounds() {
  if (allowed) return;
  allowed = true;
  if (navigator.userActivation?.isActive) audio = new AudioContext();
  for (const touch of ["pointerdown", "keydown"]) {
    addEventListener(touch, () => (audio ??= new AudioContext()), { once: true });
  }
}

if (document.documentElement.dataset.sounds === "on") allowSounds();

export function chime() {
  if (!audio) return;
  const tone = new OscillatorNode(audio, { type: "sine", frequency: 660 });
  const level = new GainNode(audio, { gain: 0 });
  const now = audio.currentTime;
  level.gain.linearRampToValueAtTime(LEVEL, now + 0.015);
  level.gain.exponentialRampToValueAtTime(0.0001, now + LENGTH_S);
  tone.connect(level).connect(audio.destination);
  tone.start(now);
  tone.stop(now + LENGTH_S);
}
