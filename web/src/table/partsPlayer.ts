/** How the clicks at a table become actions: parts that belong together, and previews. */
import * as api from "../api";
import { offersOf } from "../gesture";
import type { Session } from "../session.svelte";
import { settings } from "../settings.svelte";
import type { Click } from "../board/tokens";
import type { Outlook, PartsPlayer } from "../walk.svelte";
import type { Missed } from "./missed.svelte";

export function partsPlayer(id: string, session: Session): PartsPlayer {
  return {
    version: () => session.table?.state.version ?? 0,
    ahead: async (actions) => {
      const found = await api.ahead(id, actions);
      return { offers: offersOf(found), scene: found.scene };
    },
    play: (actions) => session.ask({ type: "play-parts", actions }),
    fail: (error) => (session.notice = error.message),
  };
}

/** Asks why clicks lead nowhere, where this person is to act and is `ready` to. */
export function asker(
  id: string,
  session: Session,
  missed: Missed,
  ready: () => boolean,
): (clicks: readonly Click[]) => void {
  return (clicks) => {
    const { table } = session;
    if (!table?.state.seat || !table.mine.includes(table.state.seat) || !ready()) return;
    const { version } = table.state;
    missed.ask(clicks, table.scene, (clicks, signal) =>
      api.whyNot(id, { clicks, version }, signal),
    );
  };
}

/** What actions lead to, if whoever plays wants to confirm turns; else null. */
export function previewer(id: string): (actions: readonly string[]) => Promise<Outlook> | null {
  return (actions) =>
    settings.confirm
      ? api.preview(id, actions).then(({ is_final, scene }) => ({ isFinal: is_final, scene }))
      : null;
}
