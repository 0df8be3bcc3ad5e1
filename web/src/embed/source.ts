/** What an embedded board shows: a game, a variation of a study, or a line in the address. */
import * as api from "../api";
import { FrameStore } from "../frameStore";
import type { Frame, Look, Move, Outcome, SceneState, Sentence, StudyNode } from "../protocol";
import { frameInHash, replayPath, studyPath } from "../router";
import { study as fetchStudy, studyPosition } from "../study/studyApi";
import { capital, SEATS } from "../words";

export interface Shown {
  scene: SceneState;
  /** The action that led here; empty at the start. */
  said: string;
  telling: readonly Sentence[];
  outcome: Outcome | null;
  /** Why the game is over. */
  end: Sentence | null;
}

export interface Embedded {
  /** The title of the game. */
  title: string;
  /** What people named: the players, or the study. */
  names: readonly string[];
  look: Look;
  /** The number of the last position, and of the one to begin with. */
  last: number;
  first: number;
  /** Where a position is shown on the site itself. */
  link: (number: number) => string;
  show: (number: number) => Promise<Shown>;
}

const CHUNK = 25;

/** Reads what an address asks for. Rejects with words for people. */
export async function openEmbedded(path: string, search: string, hash: string): Promise<Embedded> {
  const [, , kind, name = ""] = path.split("/").map(decodeURIComponent);
  if (kind === "table") return openTable(name, frameInHash(hash));
  if (kind === "study") return openStudy(name, frameInHash(hash));
  if (kind === "position") return openLine(name, new URLSearchParams(search), frameInHash(hash));
  throw new Error("There is nothing to show at this address.");
}

const said = (move: Move | null) => (move ? `${capital(move[0])}: ${move[1]}` : "");

function shown({ scene, move, telling, outcome, end }: Frame): Shown {
  return { scene, said: said(move), telling, outcome, end };
}

async function openTable(id: string, number: number | null): Promise<Embedded> {
  const table = await api.table(id);
  if (!table.state.outcome && !table.imported) {
    throw new Error("This game is still being played.");
  }
  const frames = new FrameStore(id, CHUNK);
  const last = table.moves.length;
  const names = SEATS.map((seat) => table.seats[seat].name).filter((name) => name);
  return {
    title: table.title,
    names,
    look: await api.look(table),
    last,
    first: Math.min(number ?? 0, last),
    link: (at) => replayPath(id, at),
    show: async (at) => {
      await frames.load(at);
      const frame = frames.get(at);
      if (!frame) throw new Error("The game has no such position.");
      return shown(frame);
    },
  };
}

/** The nodes from the start to a node, and on along the main continuation. */
export function lineThrough(nodes: readonly StudyNode[], number: number): readonly StudyNode[] {
  const known = new Map(nodes.map((node) => [node.number, node]));
  const line: StudyNode[] = [];
  let node = known.get(number) ?? known.get(0);
  while (node) {
    line.unshift(node);
    node = node.number ? known.get(node.parent ?? 0) : undefined;
  }
  for (;;) {
    const end = line.at(-1)?.number ?? 0;
    const next = nodes.find((each) => each.number !== 0 && (each.parent ?? 0) === end);
    if (!next) return line;
    line.push(next);
  }
}

async function openStudy(id: string, number: number | null): Promise<Embedded> {
  const info = await fetchStudy(id);
  const line = lineThrough(info.nodes, number ?? 0);
  const at = line.findIndex((node) => node.number === (number ?? 0));
  return {
    title: info.title,
    names: info.name ? [info.name] : [],
    look: await api.look(info, "studies"),
    last: line.length - 1,
    first: Math.max(0, at),
    link: (index) => studyPath(id, line[index]?.number ?? 0),
    show: async (index) => {
      const node = line[index];
      const found = await studyPosition(id, node?.number ?? 0, new AbortController().signal);
      const { scene, outcome, end, telling } = found;
      const action = node?.action ? `${capital(node.seat ?? "")}: ${node.action}` : "";
      const comment = node?.comment ? [{ text: node.comment, cells: [] }] : [];
      return { scene, outcome, end, said: action, telling: [...telling, ...comment] };
    },
  };
}

async function openLine(
  game: string,
  query: URLSearchParams,
  number: number | null,
): Promise<Embedded> {
  query.delete("flip"); // for the board alone
  const [frames, look, games] = await Promise.all([
    api.line(game, query),
    api.gameLook(game),
    api.games(),
  ]);
  const last = frames.length - 1;
  return {
    title: games.find((each) => each.name === game)?.title ?? game,
    names: [],
    look,
    last,
    first: Math.min(number ?? last, last),
    link: () => "/",
    show: (at) => {
      const frame = frames[at];
      return frame
        ? Promise.resolve(shown(frame))
        : Promise.reject(new Error("The line has no such position."));
    },
  };
}
