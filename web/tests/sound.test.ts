import { afterEach, expect, test, vi } from "vitest";

class Tone {
  static readonly all: Tone[] = [];
  readonly frequency = { value: 0 };
  type = "";
  onended: (() => void) | null = null;

  constructor() {
    Tone.all.push(this);
  }

  connect<Next>(next: Next): Next {
    return next;
  }

  start(): void {}

  stop(): void {}
}

class Audio {
  static readonly all: Audio[] = [];
  readonly currentTime = 0;
  readonly destination = {};
  readonly resume = vi.fn(() => Promise.resolve());
  readonly suspend = vi.fn(() => Promise.resolve());

  constructor() {
    Audio.all.push(this);
  }

  createOscillator(): Tone {
    return new Tone();
  }

  createGain(): object {
    const gain = {
      setValueAtTime() {},
      linearRampToValueAtTime() {},
      exponentialRampToValueAtTime() {},
    };
    return { gain, connect: () => undefined };
  }
}

afterEach(() => vi.unstubAllGlobals());

test("audio rests when the last tone has ended, and goes on with the next sound", async () => {
  vi.doMock("../src/settings.svelte", () => ({ settings: { sound: true } }));
  vi.stubGlobal("AudioContext", Audio);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  const { play } = await import("../src/sound");
  play("turn"); // two tones
  play("move");
  const [audio] = Audio.all;
  expect(Tone.all).toHaveLength(3);
  Tone.all.slice(0, 2).forEach((tone) => tone.onended?.());
  expect(audio?.suspend).not.toHaveBeenCalled();
  Tone.all[2]?.onended?.();
  expect(audio?.suspend).toHaveBeenCalledOnce();
  play("move");
  expect(audio?.resume).toHaveBeenCalledTimes(3);
  expect(Audio.all).toHaveLength(1);
});
