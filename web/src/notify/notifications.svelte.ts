/** How this person is told that it is their turn while they are away; what they asked for. */
import * as api from "../api";
import type { NotificationInfo } from "../protocol";
import * as browser from "./browserPush";

const NO_SERVICE =
  "The browser could not register for notifications. It may be offline, in private mode or without a push service.";

class Notifications {
  info = $state.raw<NotificationInfo | null>(null);
  push = $state<browser.PushState>("off");
  /** A request is on its way. */
  isBusy = $state(false);
  problem = $state("");

  /** Whether anything is told. */
  get isOn(): boolean {
    return this.push === "on" || (this.info?.confirmed ?? false);
  }

  async look(): Promise<void> {
    try {
      this.info = await api.notifications();
      this.push = await browser.pushState(this.info.push_key, this.info.push);
    } catch {
      // It is asked again when it is opened.
    }
  }

  turnOn(): Promise<void> {
    return this.#attempt(async () => {
      const key = this.info?.push_key;
      if (!key) return;
      const made = await browser.subscribe(key).catch(() => {
        throw new Error(NO_SERVICE);
      });
      if (made) await api.subscribePush(made);
    });
  }

  turnOff(): Promise<void> {
    return this.#attempt(async () => {
      await api.endPush();
      await browser.unsubscribe();
    });
  }

  giveAddress(address: string): Promise<void> {
    return this.#attempt(() => api.giveAddress(address));
  }

  dropAddress(): Promise<void> {
    return this.#attempt(() => api.dropAddress());
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = (error as Error).message;
    }
    await this.look();
    this.isBusy = false;
  }
}

export const notifications = new Notifications();
