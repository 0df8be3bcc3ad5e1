/** What a person set on this device; remembered where the browser allows it. */
import { MediaQuery } from "svelte/reactivity";

export type Theme = "auto" | "light" | "dark";

interface Kept {
  theme: Theme;
  sound: boolean;
  coordinates: boolean;
}

const PLACE = "strata-settings";
const DEFAULTS: Kept = { theme: "auto", sound: true, coordinates: true };

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
