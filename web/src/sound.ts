/** Short tones made on the spot; no files. Silent when muted or before the first click. */
import { settings } from "./settings.svelte";

export type Sound = "move" | "turn" | "question" | "end" | "refused";

/** Frequency in hertz, start and length in seconds. */
type Note = readonly [number, number, number];

const NOTES: Record<Sound, readonly Note[]> = {
  move: [[330, 0, 0.07]],
  turn: [
    [440, 0, 0.08],
    [587, 0.08, 0.12],
  ],
  question: [
    [587, 0, 0.08],
    [587, 0.14, 0.12],
  ],
  end: [
    [523, 0, 0.16],
    [659, 0.14, 0.16],
    [784, 0.28, 0.3],
  ],
  refused: [[165, 0, 0.16]],
};
const LOUDNESS = 0.12;

let context: AudioContext | null = null;
/** How many tones are to be heard yet. */
let sounding = 0;

export function play(sound: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const note of NOTES[sound]) strike(context, note);
}

function strike(audio: AudioContext, [frequency, start, length]: Note): void {
  const at = audio.currentTime + start;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, at + 0.008);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
  sounding += 1;
  tone.onended = () => {
    sounding -= 1;
    // Silence that goes on playing would keep the device and a processor awake.
    if (sounding === 0) void audio.suspend();
  };
}
