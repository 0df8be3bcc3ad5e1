import { describe, expect, it } from "vitest";
import { readSentence, readTelling, readerOf } from "../src/telling";

const CAPTURE = { text: "{second's} Ram captures {first's} Pawn on d6.", cells: ["c7", "d6"] };
const END = { text: "{first resigns/resign}: {second wins/win}.", cells: [] };

describe("a telling", () => {
  it("names the seats for who reads", () => {
    expect(readSentence(CAPTURE, "first")).toBe("Your opponent's Ram captures your Pawn on d6.");
    expect(readSentence(CAPTURE, "second")).toBe("Your Ram captures your opponent's Pawn on d6.");
    expect(readSentence(CAPTURE, null)).toBe("Second's Ram captures first's Pawn on d6.");
  });

  it("lets verbs agree", () => {
    expect(readSentence(END, "first")).toBe("You resign: your opponent wins.");
    expect(readSentence(END, "second")).toBe("Your opponent resigns: you win.");
    expect(readSentence(END, null)).toBe("First resigns: second wins.");
  });

  it("joins its sentences", () => {
    expect(readTelling([END, { text: "the wall on e4 falls.", cells: ["e4"] }], null)).toBe(
      "First resigns: second wins. The wall on e4 falls.",
    );
  });

  it("is read as nobody's by who holds no seat, or both", () => {
    expect(readerOf([])).toBeNull();
    expect(readerOf(["first", "second"])).toBeNull();
    expect(readerOf(["second"])).toBe("second");
  });
});
