import { failSafeProblems } from '#engines/dispatch/fail-safe.ts';
import { explain, explainSite } from '#engines/dispatch/safety/explain.ts';
import type { LiveSite } from './power-site.ts';
import type { SiteJournal } from './site-journal.rules.ts';

/** A site as the sweep that wrote its journal left it. */
export const liveSiteOf = ({ dispatch, atMs, shiftMs, drawnHw }: SiteJournal): LiveSite => {
  const clockMs = atMs + shiftMs;
  const { violationSinceMs, ...site } = explainSite(dispatch, drawnHw, clockMs);
  return {
    atMs,
    ...site,
    overMs: violationSinceMs === null ? null : clockMs - violationSinceMs,
    isFailSafe: failSafeProblems(dispatch.input).length === 0,
    guns: explain(dispatch, clockMs).map(({ gunId, capHw, ...gun }, place) => {
      const { pileId = '', demandHw = 0 } = dispatch.input.guns[place] ?? {};
      const gunNumber = Number(gunId.slice(pileId.length + 1));
      return { cpCode: pileId, gunNumber, capHw, wantedHw: Math.min(demandHw, capHw), drawnHw: drawnHw[gunId] ?? null, ...gun };
    }),
  };
};
