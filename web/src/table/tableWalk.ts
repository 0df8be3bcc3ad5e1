/** The walk of clicks at a table: actions, or pieces that are laid out in secret. */
import { offersOf, type Offer } from "../gesture";
import type { Look } from "../protocol";
import type { Session } from "../session.svelte";
import { Walk } from "../walk.svelte";
import type { Arranger } from "./arranger.svelte";
import type { Missed } from "./missed.svelte";
import { asker, partsPlayer, previewer } from "./partsPlayer";

interface Parts {
  id: string;
  session: Session;
  missed: Missed;
  arranger: Arranger;
  look: () => Look | null;
  /** Whether something can be chosen now. */
  isReady: () => boolean;
}

export function tableWalk({ id, session, missed, arranger, look, isReady }: Parts): Walk {
  const preview = previewer(id);
  const ask = asker(id, session, missed, isReady);
  const offers = (): readonly Offer[] => {
    const { table } = session;
    if (!table || !isReady()) return [];
    return arranger.state ? arranger.offers(table.scene, look()) : offersOf(table.state);
  };
  return new Walk(
    offers,
    (action) => {
      if (arranger.state) arranger.play(action);
      else session.ask({ type: "play", action });
    },
    {
      miss: (clicks) => {
        const isAction =
          clicks.length === 1 && !arranger.state?.cells.includes(clicks[0]?.id ?? "");
        if (!arranger.state || isAction) ask(clicks);
      },
      continues: () => session.table?.state.in_turn ?? false,
      player: partsPlayer(id, session),
      preview: (actions) => (arranger.state ? null : preview(actions)),
    },
  );
}
