/** Pieces that a person lays out before others see them: asks the server for each change. */
import type { Offer } from "../gesture";
import type { ArrangingState, Look, SceneState } from "../protocol";
import type { Session } from "../session.svelte";
import { nameLayer } from "../words";
import { arrangingOffers, laying, rearranged, type Pieces } from "./arrangement";

export class Arranger {
  readonly #session: Session;
  /** What was laid out before each change, for undoing. */
  #past = $state.raw<readonly Pieces[]>([]);

  constructor(session: Session) {
    this.#session = session;
  }

  /** What is being laid out; null where there is nothing of the kind. */
  get state(): ArrangingState | null {
    return this.#session.table?.state.arranging ?? null;
  }

  get hasPieces(): boolean {
    return Object.keys(this.state?.pieces ?? {}).length > 0;
  }

  get mayUndo(): boolean {
    return this.state !== null && this.#past.length > 0;
  }

  offers(scene: SceneState, look: Look | null): readonly Offer[] {
    const { state } = this;
    if (!state) return [];
    const found = scene.zones.find((zone) => zone.id === state.zone)?.items ?? [];
    const label = (id: string) => {
      const layer = found.find((item) => item.id === id)?.layer;
      return layer && look ? nameLayer({ ...layer, owner: null }, look.symbols) : id;
    };
    const items = found.map(({ id }) => id);
    return arrangingOffers(state, items, label);
  }

  /** Does what one of the offers says. */
  play(made: string): void {
    if (this.state) this.#send(rearranged(this.state, made));
  }

  /** Takes the piece on `cell` back, if one of those that are laid out stands there. */
  remove(cell: string): void {
    const { state } = this;
    if (state && cell in state.pieces) this.#send(rearranged(state, laying(cell, state.zone)));
  }

  startAnew(): void {
    this.#send({});
  }

  layOut(preset: string): void {
    if (this.#session.pending) return;
    this.#note();
    this.#session.ask({ type: "arrange-preset", name: preset });
  }

  undo(): void {
    const pieces = this.#past.at(-1);
    if (!pieces || this.#session.pending) return;
    this.#past = this.#past.slice(0, -1);
    this.#session.ask({ type: "arrange", pieces });
  }

  finish(): void {
    this.#past = [];
    this.#session.ask({ type: "finish-arrangement" });
  }

  #send(pieces: Pieces): void {
    if (this.#session.pending) return;
    this.#note();
    this.#session.ask({ type: "arrange", pieces });
  }

  #note(): void {
    if (this.state) this.#past = [...this.#past, this.state.pieces];
  }
}
