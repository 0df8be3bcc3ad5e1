/** A study on the desk: its tree, the position that is shown, and what is changed. */
import { Refusal } from "../api";
import { capital } from "../words";
import type {
  ChangeStudy,
  Shape,
  StudyChange,
  StudyChanged,
  StudyInfo,
  StudyPosition,
} from "../protocol";
import { Changes, type Saving } from "./changes";
import { PositionStore, type FetchPosition } from "./positionStore";
import { endOf, siblingOf, Tree, type Notes, type TreeNode } from "./tree";

/** What of the server a desk needs. */
export interface StudySource {
  load: () => Promise<StudyInfo>;
  change: (change: ChangeStudy) => Promise<StudyChanged>;
  position: FetchPosition;
}

export class Desk {
  info: StudyInfo = $state.raw() as StudyInfo;
  /** The position that is wanted; `position` follows as soon as it has come. */
  number = $state(0);
  position = $state.raw<StudyPosition | null>(null);
  saving = $state<Saving>("saved");
  /** Why it is not saved yet. */
  trouble = $state("");
  /** What went wrong; shown until something else is done. */
  problem = $state("");
  /** A comment that could not be stored, so that it can be written anew. */
  lostComment = $state("");
  /** What was played is on its way. */
  isPlaying = $state(false);

  #tree: Tree;
  #revision = $state(0);
  #version: number;
  readonly #positions: PositionStore;
  #loading = new AbortController();
  /** Moves that are played again; once is enough. */
  readonly #repeated = new WeakSet<StudyChange>();
  readonly #source: StudySource;
  readonly #shown: (number: number) => void;
  readonly #changes = new Changes({
    send: (change) => this.#source.change({ version: this.#version, change }),
    stored: (change, changed) => this.#stored(change, changed),
    refused: (change, error, dropped) => this.#refused(change, error, dropped),
    saving: (saving, trouble) => {
      this.saving = saving;
      this.trouble = trouble;
    },
  });

  /** `shown` is told the number of each position that is gone to. */
  constructor(
    info: StudyInfo,
    source: StudySource,
    shown: (number: number) => void = () => undefined,
  ) {
    this.info = info;
    this.#tree = new Tree(info.nodes);
    this.#version = info.version;
    this.#source = source;
    this.#positions = new PositionStore(source.position);
    this.#shown = shown;
  }

  /** Asked again whenever the tree has changed. */
  get tree(): Tree {
    void this.#revision;
    return this.#tree;
  }

  /** Changes with the tree. */
  get revision(): number {
    return this.#revision;
  }

  get here(): TreeNode {
    return this.tree.node(this.number) ?? this.tree.root;
  }

  /** What is noted here, as a new value whenever it changes. */
  get notes(): Notes {
    const { comment, mark, shapes } = this.here;
    return { comment, mark, shapes };
  }

  /** Whether an action can be played now: the position is the one that is shown. */
  get isReady(): boolean {
    return this.info.mine && !this.isPlaying && this.position?.number === this.number;
  }

  /** Shows a position; one that is not there is the start. */
  go(number: number): void {
    const node = this.#tree.node(number) ?? this.#tree.root;
    this.number = node.number;
    this.#shown(node.number);
    void this.#load(node);
  }

  back(): void {
    this.go(this.here.parent?.number ?? 0);
  }

  forward(): void {
    this.go(this.here.children[0]?.number ?? this.number);
  }

  start(): void {
    this.go(0);
  }

  end(): void {
    this.go(endOf(this.here).number);
  }

  /** To the variation before or after, at the nearest fork. */
  turnTo(by: 1 | -1): void {
    const sibling = siblingOf(this.here, by);
    if (sibling) this.go(sibling.number);
  }

  /** Plays actions from a position, by default the one that is shown. */
  play(actions: readonly string[], node = this.number): void {
    if (this.isPlaying) return;
    // What is there already need not be stored.
    const known = followed(this.#tree.node(node), actions);
    if (known) {
      this.go(known.number);
      return;
    }
    this.isPlaying = true;
    this.#change({ type: "play", node, actions });
  }

  delete(): void {
    if (this.tree.canDelete(this.number)) this.#change({ type: "delete", node: this.number });
  }

  promote(toMain: boolean): void {
    if (!this.tree.canPromote(this.number, toMain)) return;
    this.#change({ type: "promote", node: this.number, to_main: toMain });
  }

  /** Notes something at a position; it is seen at once. */
  note(notes: Partial<Notes>, number = this.number): void {
    const node = this.#tree.node(number);
    if (!node || !this.info.mine) return;
    const { comment, mark, shapes } = { ...node, ...notes };
    Object.assign(node, { comment, mark, shapes });
    this.#revision += 1;
    this.#change({ type: "annotate", node: number, comment, mark, shapes: shapes.map(plain) });
  }

  rename(name: string): void {
    if (name.trim() === this.info.name) return;
    this.#change({ type: "rename", name: name.trim() });
  }

  /** Tries again what waits for the server. */
  retry(): void {
    this.#changes.hurry();
  }

  /** Whether everything is stored. */
  get isStored(): boolean {
    return this.#changes.isEmpty;
  }

  /** The page is left. */
  leave(): void {
    this.#loading.abort();
    this.#changes.end();
  }

  #change(change: StudyChange): void {
    this.problem = "";
    this.lostComment = "";
    this.#changes.add(change);
  }

  #stored(change: StudyChange, changed: StudyChanged): void {
    this.#version = changed.version;
    if (change.type === "delete") this.#tree.delete(change.node);
    else if (change.type === "promote") this.#tree.promote(change.node, change.to_main);
    else if (change.type === "rename") this.info = { ...this.info, name: change.name };
    // Notes are seen already, and may have gone on since.
    if (change.type !== "annotate") this.#tree.adopt(changed.nodes);
    this.#revision += 1;
    if (change.type === "play") this.isPlaying = false;
    if (change.type === "play") this.go(changed.at);
    else if (!this.#tree.node(this.number)) this.go(changed.at);
  }

  async #refused(
    change: StudyChange,
    error: Error,
    dropped: readonly StudyChange[],
  ): Promise<void> {
    const isOld = error instanceof Refusal && error.code === "stale";
    if (isOld && change.type === "play" && !dropped.length && !this.#repeated.has(change)) {
      await this.#repeat(change);
      return;
    }
    const lost = [change, ...dropped].filter((one) => one.type === "annotate");
    const others = dropped.length ? ` ${dropped.length} later changes were discarded.` : "";
    const said = isOld ? "It was changed elsewhere." : error.message;
    const told = capital(said.replace(/[^.!?]$/u, "$&."));
    this.problem = `Your change was not saved. ${told}${others} The analysis is shown as it is stored.`;
    this.lostComment = lost.findLast(({ comment }) => comment)?.comment ?? "";
    await this.reload().catch((failed: Error) => {
      this.problem = `Your change was not saved. ${told}${others} ${capital(failed.message)}`;
    });
    this.isPlaying = false;
  }

  /** Plays again, on the analysis as it is kept now, what somebody else's change has overtaken. */
  async #repeat(change: StudyChange & { type: "play" }): Promise<void> {
    try {
      await this.reload();
    } catch (failed) {
      this.isPlaying = false;
      this.problem = `Your move was not saved. ${capital((failed as Error).message)}`;
      return;
    }
    if (!this.#tree.node(change.node)) {
      this.isPlaying = false;
      this.problem = "Your move was not saved. The position before it was deleted elsewhere.";
      return;
    }
    const again = { ...change };
    this.#repeated.add(again);
    this.#changes.add(again);
  }

  /** Takes the study as the server has it. */
  async reload(): Promise<void> {
    const info = await this.#source.load();
    this.info = info;
    this.#tree = new Tree(info.nodes);
    this.#version = info.version;
    this.#revision += 1;
    this.go(this.number);
  }

  async #load(node: TreeNode): Promise<void> {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    try {
      const position = await this.#positions.get(node.number, signal);
      if (signal.aborted) return;
      this.position = position;
      // The next step in either direction is there when it is wanted.
      for (const near of [node.children[0], node.parent]) {
        if (near) await this.#positions.get(near.number, signal);
      }
    } catch (error) {
      if (!signal.aborted && this.position?.number !== this.number) {
        this.problem = (error as Error).message;
      }
    }
  }
}

/** The position that actions lead to, if all of them are there. */
function followed(node: TreeNode | null, actions: readonly string[]): TreeNode | null {
  let at = node;
  for (const action of actions) at = at?.children.find((next) => next.action === action) ?? null;
  return at;
}

function plain({ begin, end = "", colour = "green" }: Shape): Shape {
  return { begin, end, colour };
}
