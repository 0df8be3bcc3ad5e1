/** Makes a study and goes there. */
import * as api from "../api";
import { place } from "../place.svelte";
import type { NewStudy } from "../protocol";
import { studyPath } from "../router";

/** Opens at the position `number`; those of a game are numbered by its actions. */
export async function openStudy(study: NewStudy, number?: number): Promise<void> {
  const made = await api.makeStudy(study);
  place.go(studyPath(made.id, number));
}
