import { expect, test } from "vitest";
import { groupChoices, type ChoiceText } from "../src/board/choiceText";
import { choice } from "./tokens";

const text = (id: string, help: string): ChoiceText => ({
  token: choice(id),
  label: id,
  help,
  warning: "",
});

test("a sentence that several choices share is said once", () => {
  const groups = groupChoices([
    text("+1", "Takes chips along."),
    text("end", "Ends the turn."),
    text("+2", "Takes chips along."),
    text("a", ""),
    text("b", ""),
  ]);
  expect(groups.map(({ shared, choices }) => [shared, choices.map(({ label }) => label)])).toEqual([
    ["Takes chips along.", ["+1", "+2"]],
    ["", ["end"]],
    ["", ["a"]],
    ["", ["b"]],
  ]);
});
