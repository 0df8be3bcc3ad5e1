/** What a person set on this device; remembered where the browser allows it. */
import { MediaQuery } from "svelte/reactivity";

export type Theme = "auto" | "light" | "dark";

interface Kept {
  theme: Theme;
  sound: boolean;
  coordinates: boolean;
  /** Milliseconds between two steps of what others do; 0: at once. */
  pace: number;
  /** Whether the last action of a turn is shown first, and played when it is confirmed. */
  confirm: boolean;
  /** The names of the lessons that were finished, by game. */
  learnt: Readonly<Record<string, readonly string[]>>;
  /** Whether a game was made here before. */
  played: boolean;
  /** The level of the computer that was chosen last; 0: none yet. */
  level: number;
  /** What the person is called at tables; empty: nothing. */
  name: string;
  /** Whether what other players say is left out. */
  muted: boolean;
}

const PLACE = "strata-settings";
const DEFAULTS: Kept = {
  theme: "auto",
  sound: true,
  coordinates: true,
  pace: 500,
  confirm: false,
  learnt: {},
  played: false,
  level: 0,
  name: "",
  muted: false,
};

function read(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>) };
  } catch {
    return DEFAULTS;
  }
}

class Settings {
  #kept = $state<Kept>(read());
  readonly #system = new MediaQuery("(prefers-color-scheme: dark)");
  readonly #still = new MediaQuery("(prefers-reduced-motion: reduce)");

  constructor() {
    this.#show();
  }

  get theme(): Theme {
    return this.#kept.theme;
  }

  get sound(): boolean {
    return this.#kept.sound;
  }

  get coordinates(): boolean {
    return this.#kept.coordinates;
  }

  get pace(): number {
    return this.#kept.pace;
  }

  get name(): string {
    return this.#kept.name;
  }

  get muted(): boolean {
    return this.#kept.muted;
  }

  get confirm(): boolean {
    return this.#kept.confirm;
  }

  get played(): boolean {
    return this.#kept.played;
  }

  get level(): number {
    return this.#kept.level;
  }

  hasLearnt(game: string, lesson: string): boolean {
    return this.#kept.learnt[game]?.includes(lesson) ?? false;
  }

  countLearnt(game: string): number {
    return this.#kept.learnt[game]?.length ?? 0;
  }

  learn(game: string, lesson: string): void {
    if (this.hasLearnt(game, lesson)) return;
    const { learnt } = this.#kept;
    this.change({ learnt: { ...learnt, [game]: [...(learnt[game] ?? []), lesson] } });
  }

  /** Whether the system asks for less motion. */
  get isStill(): boolean {
    return this.#still.current;
  }

  /** The pace at which others' actions are shown by themselves: none with reduced motion. */
  get ownPace(): number {
    return this.isStill ? 0 : this.#kept.pace;
  }

  /** What is seen now, whether chosen here or by the system. */
  get isDark(): boolean {
    if (this.theme !== "auto") return this.theme === "dark";
    return this.#system.current;
  }

  change(changes: Partial<Kept>): void {
    Object.assign(this.#kept, changes);
    this.#show();
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // A private window: it holds until the page is closed.
    }
  }

  #show(): void {
    document.documentElement.dataset["theme"] = this.#kept.theme;
  }
}

export const settings = new Settings();
