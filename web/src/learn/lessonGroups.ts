/** Lessons in the order of a game, those of one group together. */
import type { LessonInfo } from "../protocol";

export interface Group {
  title: string;
  lessons: { lesson: LessonInfo; number: number }[];
}

export function groupLessons(lessons: readonly LessonInfo[]): Group[] {
  const groups: Group[] = [];
  lessons.forEach((lesson, index) => {
    const entry = { lesson, number: index + 1 };
    const last = groups.at(-1);
    if (last?.title === lesson.group) last.lessons.push(entry);
    else groups.push({ title: lesson.group, lessons: [entry] });
  });
  return groups;
}
