/** The server's paths of studies. */
import { call } from "../api";
import type {
  ChangeStudy,
  Explanation,
  MissInStudy,
  StudyChanged,
  StudyInfo,
  StudyMade,
  StudyPosition,
  StudySummary,
} from "../protocol";

const at = (id: string) => `/studies/${encodeURIComponent(id)}`;

/** The studies that this browser has made. */
export const myStudies = () => call<StudySummary[]>("/studies");
export const study = (id: string) => call<StudyInfo>(at(id));
export const changeStudy = (id: string, change: ChangeStudy) =>
  call<StudyChanged>(`${at(id)}/changes`, change);
export const studyPosition = (id: string, number: number, signal: AbortSignal) =>
  call<StudyPosition>(`${at(id)}/positions/${number}`, undefined, signal);
/** Why clicks in a position lead nowhere. */
export const whyNotInStudy = (id: string, missed: MissInStudy, signal: AbortSignal) =>
  call<Explanation>(`${at(id)}/why-not`, missed, signal);
/** A study of one's own that begins as this one is. */
export const copyStudy = (id: string) => call<StudyMade>(`${at(id)}/copy`, {});
export const deleteStudy = (id: string) =>
  call<undefined>(at(id), undefined, undefined, "/api", "DELETE");
export const studyRecordUrl = (id: string) => `/api${at(id)}/record`;

export function engineUrl(id: string, { protocol, host }: { protocol: string; host: string }) {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/api${at(id)}/engine`;
}
