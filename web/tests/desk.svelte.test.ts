import { beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../src/api";
import type { ChangeStudy, StudyChanged, StudyInfo, StudyPosition } from "../src/protocol";
import { Desk } from "../src/study/desk.svelte";
import { node, written } from "./studyNodes";

const INFO: StudyInfo = {
  id: "abc",
  name: "",
  game: "some",
  title: "Some",
  own_look: false,
  options: {},
  definition: null,
  tags: {},
  outcome: null,
  mine: true,
  version: 3,
  nodes: [node(1, 0, "A"), node(2, 1, "b"), node(3, 1, "c")],
};
const POSITION: StudyPosition = {
  choices: [],
  tokens: {},
  warnings: {},
  number: 0,
  position: "",
  seat: "first",
  scene: { stacks: {}, zones: [], marks: [], status: [] },
  outcome: null,
  end: null,
  telling: [],
  reaches: {},
};

describe("a study on the desk", () => {
  let desk: Desk;
  let sent: ChangeStudy[];
  let answers: (Partial<StudyChanged> | Error)[];
  let shown: number[];
  let asked: number[];
  let kept: StudyInfo;
  /** Lets answers go, where a test holds them back. */
  let gate: Promise<void>;

  beforeEach(() => {
    [sent, answers, shown, asked] = [[], [], [], []];
    kept = INFO;
    gate = Promise.resolve();
    desk = new Desk(
      INFO,
      {
        load: async () => kept,
        change: async (change) => {
          sent.push(change);
          await gate;
          const answer = answers.shift() ?? {};
          if (answer instanceof Error) throw answer;
          return { version: change.version + 1, at: 0, nodes: [], ...answer };
        },
        position: async (number) => {
          asked.push(number);
          return { ...POSITION, number };
        },
      },
      (number) => shown.push(number),
    );
  });

  const settle = () => vi.waitFor(() => expect(desk.isStored).toBe(true));

  it("shows positions, and asks for each once, with those beside it", async () => {
    desk.go(1);
    await vi.waitFor(() => expect(asked).toEqual([1, 2, 0]));
    expect(desk.position?.number).toBe(1);
    desk.forward();
    await vi.waitFor(() => expect(desk.position?.number).toBe(2));
    desk.turnTo(1);
    desk.back();
    desk.start();
    desk.end();
    await vi.waitFor(() => expect(desk.position?.number).toBe(2));
    expect(shown).toEqual([1, 2, 3, 1, 0, 2]);
    expect(asked.filter((number) => number !== 3)).toEqual([1, 2, 0]);
    desk.go(99);
    expect(desk.number).toBe(0);
  });

  it("plays, and goes where the server says", async () => {
    desk.go(2);
    await vi.waitFor(() => expect(desk.isReady).toBe(true));
    answers.push({ at: 4, nodes: [node(4, 2, "D")] });
    desk.play(["D"]);
    expect(desk.isReady).toBe(false);
    await settle();
    expect(sent).toEqual([{ version: 3, change: { type: "play", node: 2, actions: ["D"] } }]);
    expect(desk.number).toBe(4);
    expect(written(desk.tree)).toBe("A1 b2 (c3) D4");
    await vi.waitFor(() => expect(desk.isReady).toBe(true));
  });

  it("goes along what is there without a change", async () => {
    desk.play(["A", "c"]);
    expect(desk.number).toBe(3);
    expect(sent).toEqual([]);
  });

  it("stores changes one after the other, each with the version before", async () => {
    let open = () => undefined as void;
    gate = new Promise((resolve) => (open = resolve));
    desk.go(3);
    desk.promote(true);
    desk.note({ comment: "Hm" });
    desk.note({ comment: "Hmm", mark: "!" });
    desk.rename(" Mine ");
    expect(sent).toHaveLength(1);
    expect(desk.saving).toBe("saving");
    open();
    await settle();
    expect(sent.map(({ version, change }) => [version, change.type])).toEqual([
      [3, "promote"],
      [4, "annotate"],
      [5, "rename"],
    ]);
    expect(sent[1]?.change).toMatchObject({ node: 3, comment: "Hmm", mark: "!" });
    expect(written(desk.tree)).toBe("A1 c3 (b2)");
    expect(desk.info.name).toBe("Mine");
    expect(desk.saving).toBe("saved");
  });

  it("deletes, and shows the position before", async () => {
    desk.go(2);
    answers.push({ at: 1 });
    desk.delete();
    await settle();
    expect(written(desk.tree)).toBe("A1 c3");
    expect(desk.number).toBe(1);
  });

  it("says what was not stored, and shows what is kept", async () => {
    kept = { ...INFO, version: 9, nodes: [...INFO.nodes, node(5, 3, "X")] };
    answers.push(new Refusal(409, "stale", "There is a newer version."));
    desk.go(2);
    desk.note({ comment: "Lost words" });
    desk.promote(false);
    await settle();
    expect(desk.problem).toContain("changed elsewhere");
    expect(desk.lostComment).toBe("Lost words");
    expect(written(desk.tree)).toBe("A1 b2 (c3 X5)");
    expect(desk.notes.comment).toBe("");
    desk.note({ mark: "?" });
    await settle();
    expect(sent.at(-1)?.version).toBe(9);
    expect(desk.problem).toBe("");
  });

  it("waits for a server that is away, and loses nothing", async () => {
    vi.useFakeTimers();
    answers.push(new Refusal(0, "offline", "The server cannot be reached."));
    desk.go(2);
    desk.note({ comment: "Patience" });
    await vi.advanceTimersByTimeAsync(500);
    expect([desk.saving, desk.trouble]).toEqual(["waiting", "The server cannot be reached."]);
    desk.note({ mark: "!!" });
    desk.retry();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await settle();
    expect(sent).toHaveLength(3);
    expect(sent.at(-1)?.change).toMatchObject({ comment: "Patience", mark: "!!" });
    expect([desk.saving, desk.trouble]).toEqual(["saved", ""]);
  });

  it("changes nothing that belongs to somebody else", () => {
    const other = new Desk(
      { ...INFO, mine: false },
      {
        load: () => Promise.reject(new Error("not asked")),
        change: () => Promise.reject(new Error("not asked")),
        position: async (number) => ({ ...POSITION, number }),
      },
    );
    other.go(2);
    other.note({ comment: "Mine?" });
    expect(other.isStored).toBe(true);
    expect(other.notes.comment).toBe("");
    expect(other.isReady).toBe(false);
  });
});
