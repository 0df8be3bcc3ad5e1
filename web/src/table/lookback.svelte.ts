/** Looking back at a table while the game goes on: which position is shown instead of the newest. */
import { FrameStore } from "../frameStore";
import type { Frame, ServerMessage, TableInfo } from "../protocol";

const CHUNK = 16;

export class Lookback {
  /** The number of the position that one looks at; null: the table as it is. */
  number = $state<number | null>(null);
  /** What is shown of it; the one before stays until the wanted one has come. */
  frame = $state.raw<Frame | null>(null);
  /** How many moves came since one began to look back. */
  fresh = $state(0);
  problem = $state("");

  readonly #table: () => TableInfo | null;
  readonly #frames: FrameStore;
  readonly #began: () => void;
  /** The moves and whose view it was when the last message came. */
  #length = 0;
  #viewer = "";

  /** `began` is called when one leaves the newest position. */
  constructor(
    id: string,
    table: () => TableInfo | null,
    began: () => void = () => undefined,
    frames: FrameStore = new FrameStore(id, CHUNK),
  ) {
    this.#table = table;
    this.#began = began;
    this.#frames = frames;
  }

  get isBack(): boolean {
    return this.number !== null;
  }

  /** The number of the newest position. */
  get last(): number {
    return this.#table()?.moves.length ?? 0;
  }

  /** Shows the position after so many moves; the newest is the table as it is. */
  show(number: number): void {
    if (number >= this.last) {
      this.toNow();
      return;
    }
    if (!this.isBack) this.#began();
    this.number = Math.max(0, number);
    this.#refresh();
  }

  /** Whether there is anything to see by so many positions back or forward. */
  mayStep(by: number): boolean {
    return by < 0 ? (this.number ?? this.last) > 0 : this.isBack;
  }

  step(by: number): void {
    if (this.mayStep(by)) this.show((this.number ?? this.last) + by);
  }

  toNow(): void {
    this.number = null;
    this.frame = null;
    this.fresh = 0;
    this.problem = "";
  }

  /**
   * A message took effect. New moves are counted and pull nobody away. Where moves are taken back or
   * shown otherwise, where the view is another seat's or the game is over, the past may look otherwise.
   */
  follow(message: ServerMessage): void {
    const table = this.#table();
    if (!table || (message.type !== "changed" && message.type !== "welcome")) return;
    const { mine, state } = table;
    const viewer = `${mine.length === 2 ? state.seat : mine[0]} ${state.outcome !== null}`;
    const isSame = message.type === "changed" && message.keep >= this.#length;
    const before = this.#length;
    this.#length = this.last;
    if (!isSame || viewer !== this.#viewer) {
      this.#viewer = viewer;
      this.#frames.drop();
      this.frame = null;
    }
    if (this.number === null) return;
    this.fresh = Math.max(0, this.fresh + this.last - before);
    if (this.number >= this.last) this.toNow();
    else this.#refresh();
  }

  #refresh(): void {
    if (this.number === null) return;
    this.frame = this.#frames.get(this.number) ?? this.frame;
    void this.#load(this.number);
    void this.#load(Math.max(0, this.number - CHUNK / 2));
  }

  async #load(number: number): Promise<void> {
    try {
      await this.#frames.load(number);
      this.problem = "";
      if (this.number !== null) this.frame = this.#frames.get(this.number) ?? this.frame;
    } catch (error) {
      if (this.number !== null) this.problem = (error as Error).message;
    }
  }
}
