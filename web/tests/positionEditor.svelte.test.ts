import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cleared, setSeat } from "../src/editor/draft";
import { PositionEditor } from "../src/editor/positionEditor.svelte";
import type { Draft, EditedDraft, EditorInfo, EditPosition } from "../src/protocol";

const START: Draft = { cells: { a1: [{ item: "K" }] }, seat: "first" };
const SCENE = { stacks: {}, zones: [], marks: [], status: [] };
const GAME = { game: "some", options: {}, definition: null };

function edited(draft: Draft | null, text: string | null, message = ""): EditedDraft {
  const problems = message ? [{ message, cells: ["a1"], rule: "" }] : [];
  return { draft, text, seat: message ? null : "first", scene: SCENE, problems, notes: [] };
}

const INFO = {
  game: "some",
  title: "Some",
  palette: { items: [], levels: [], properties: {}, zones: [], facts: [] },
  options: [],
  settings: {},
  first: edited(START, "start"),
} as unknown as EditorInfo;

let asked: EditPosition[];
let answers: ((answer: EditedDraft) => void)[];
let editor: PositionEditor;

beforeEach(async () => {
  vi.useFakeTimers();
  asked = [];
  answers = [];
  const edit = (wanted: EditPosition) => {
    asked.push(wanted);
    return new Promise<EditedDraft>((resolve) => answers.push(resolve));
  };
  editor = await PositionEditor.open({ open: () => Promise.resolve(INFO), edit }, GAME, "");
});
afterEach(() => vi.useRealTimers());

async function answer(what: EditedDraft): Promise<void> {
  answers.shift()?.(what);
  await vi.advanceTimersByTimeAsync(0);
}

it("asks one thing at a time, and last what is shown", async () => {
  editor.change(cleared(START));
  expect(editor.isSettled).toBe(false);
  expect(editor.position).toBeNull();
  editor.change(setSeat(editor.draft, "second"));
  editor.change(setSeat(editor.draft, "first"));
  expect(asked).toHaveLength(1);
  await answer(edited(cleared(START), "old"));
  expect(asked).toHaveLength(2);
  expect(asked[1]?.draft).toEqual({ cells: {}, seat: "first" });
  await answer(edited(editor.draft, "empty"));
  expect(editor.text).toBe("empty");
  expect(editor.isSettled).toBe(true);
  expect(editor.position).toBe("empty");
});

it("undoes and redoes", async () => {
  editor.change(cleared(START));
  await answer(edited(editor.draft, "empty"));
  editor.undo();
  expect(editor.draft).toBe(START);
  expect(editor.canRedo).toBe(true);
  await answer(edited(START, "start"));
  editor.redo();
  expect(editor.draft.cells).toEqual({});
  await answer(edited(editor.draft, "empty"));
  editor.undo();
  editor.change(setSeat(START, "second"));
  expect(editor.canRedo).toBe(false);
});

it("lets the board follow the text after a pause, and can undo that", async () => {
  editor.write("oth");
  editor.write("other");
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.text).toBe("other");
  const other = setSeat(START, "second");
  await answer(edited(other, "other"));
  expect(editor.draft).toBe(other);
  expect(editor.position).toBe("other");
  editor.undo();
  expect(editor.draft).toBe(START);
});

it("keeps the board where a text breaks the grammar, and says why", async () => {
  editor.write("nonsense");
  await vi.advanceTimersByTimeAsync(400);
  await answer(edited(null, "nonsense", "no board"));
  expect(editor.draft).toBe(START);
  expect(editor.answer.problems[0]?.message).toBe("no board");
  expect(editor.text).toBe("nonsense");
  expect(editor.position).toBeNull();
  editor.change(cleared(START));
  await answer(edited(editor.draft, "empty"));
  expect(editor.text).toBe("empty");
  expect(editor.isTextAhead).toBe(false);
});

it("is no position while there are problems", async () => {
  editor.change(cleared(START));
  await answer(edited(editor.draft, "empty", "no king"));
  expect(editor.isSettled).toBe(true);
  expect(editor.position).toBeNull();
});

it("tells of trouble, and asks again", async () => {
  let isAway = true;
  const edit = ({ draft }: EditPosition) =>
    isAway
      ? Promise.reject(new Error("The server cannot be reached."))
      : Promise.resolve(edited(draft ?? null, "empty"));
  editor = await PositionEditor.open({ open: () => Promise.resolve(INFO), edit }, GAME, "");
  editor.change(cleared(START));
  await vi.advanceTimersByTimeAsync(0);
  expect(editor.trouble).toContain("cannot be reached");
  expect(editor.position).toBeNull();
  isAway = false;
  editor.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(editor.trouble).toBe("");
  expect(editor.position).toBe("empty");
});
