import { joinTable, Refusal } from "../api";
import { place } from "../place.svelte";
import { keyInHash, tablePath } from "../router";
import { settings } from "../settings.svelte";
import { capital } from "../words";

/** A person's arrival at a table: the seat that the key in the address gives. */
export class Arrival {
  /** Why the link that was opened gave no seat. */
  refused = $state("");
  /** The key of a link to a seat that somebody holds already, until the person says what to do. */
  private shared = $state("");

  constructor(private readonly id: string) {}

  /** Whether the person has to say if the seat is to be shared. */
  get isAsked(): boolean {
    return this.shared !== "";
  }

  async enter(): Promise<void> {
    const key = keyInHash(window.location.hash);
    if (key) await this.join(key);
  }

  async share(): Promise<void> {
    await this.join(this.shared, true);
  }

  decline(): void {
    this.shared = "";
  }

  /** Where the server cannot give the seat at present, the key stays in the address: a reload tries again. */
  private async join(key: string, share = false): Promise<void> {
    this.shared = "";
    try {
      await joinTable(this.id, { key, share, name: settings.name });
      this.refused = "";
    } catch (error) {
      if (error instanceof Refusal && error.field === "share") this.shared = key;
      else this.refused = capital((error as Error).message);
      if (error instanceof Refusal && error.mayPass) return;
    }
    place.rewrite(tablePath(this.id));
  }
}
