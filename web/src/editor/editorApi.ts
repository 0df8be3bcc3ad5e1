/** The server's paths of the position editor. */
import { call, Refusal } from "../api";
import type {
  DrawPosition,
  EditedDraft,
  EditorInfo,
  EditPosition,
  OpenEditor,
  Problem,
} from "../protocol";

export const openEditor = (wanted: OpenEditor) => call<EditorInfo>("/editor/open", wanted);
export const editPosition = (wanted: EditPosition) => call<EditedDraft>("/editor/position", wanted);

/** A picture of a position, to be stored. */
export async function drawPosition(wanted: DrawPosition): Promise<Blob> {
  const response = await fetch("/api/editor/picture", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wanted),
  });
  if (response.ok) return response.blob();
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  throw new Refusal(response.status, problem.code ?? "failed", problem.detail ?? "No picture.");
}
