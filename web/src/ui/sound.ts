import { settings } from "./settings";

const tones: Record<"move" | "board" | "turn" | "end", [hertz: number, at: number][]> = {
  move: [[420, 0]],
  board: [
    [520, 0],
    [780, 0.09],
  ],
  turn: [
    [420, 0],
    [630, 0.1],
  ],
  end: [
    [520, 0],
    [660, 0.12],
    [880, 0.24],
  ],
};
let audio: AudioContext | null = null;

/** A short tone, if sounds are on. */
export function playSound(kind: keyof typeof tones): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  for (const [hertz, at] of tones[kind]) {
    const start = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + 0.14);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.15);
  }
}
