import type { Token } from "../src/protocol";

export const cell = (id: string): Token => ({ kind: "cell", id, label: id, topic: "" });
export const item = (id: string): Token => ({ kind: "item", id, label: id, topic: "" });
export const choice = (id: string): Token => ({
  kind: "choice",
  id,
  label: `label of ${id}`,
  topic: "",
});
