import type { DispatchState } from '#engines/dispatch/safety/state.ts';
import type { SiteDay } from './power-site.ts';
import type { OpenSample, SampleValues } from './site-journal.rules.ts';

const MINUTE_MS = 60_000;
/** Where nothing changes, a row is written this often, so that a gap says that nobody swept the site. */
export const QUIET_MS = 15 * MINUTE_MS;

/** A row of the curve; `atMs` is the beginning of its time. */
export type SiteSample = SampleValues & { readonly atMs: number };

/**
 * Takes what a sweep found into the curve of the site. A row ends with its minute, and at once when the limit changes, so that no row mixes two limits.
 * A row that equals the one before is left out.
 */
export const addToCurve = (
  open: OpenSample | null,
  now: Pick<SiteSample, keyof SampleValues> & { readonly nowMs: number },
): { readonly open: OpenSample; readonly row: SiteSample | null } => {
  const { nowMs, ...values } = now;
  if (open === null) return { open: { ...values, sinceMs: nowMs, written: null }, row: null };
  const isOver = Math.floor(nowMs / MINUTE_MS) !== Math.floor(open.sinceMs / MINUTE_MS) || values.limitHw !== open.limitHw;
  if (!isOver) {
    const worstHw = Math.max(open.worstHw, values.worstHw);
    return { open: { ...open, ...values, worstHw, drawnHw: Math.max(open.drawnHw, values.drawnHw) }, row: null };
  }
  const { sinceMs, written, ...ended } = open;
  const isSame = written !== null && sameValues(written, ended) && sinceMs - written.atMs < QUIET_MS;
  const row = isSame ? null : { ...ended, atMs: sinceMs };
  return { open: { ...values, sinceMs: nowMs, written: row ?? written }, row };
};

const sameValues = ({ limitHw, worstHw, drawnHw, guns }: SampleValues, other: SampleValues): boolean =>
  limitHw === other.limitHw && worstHw === other.worstHw && drawnHw === other.drawnHw && JSON.stringify(guns) === JSON.stringify(other.guns);

/** The guns that charge or may begin to, with what each was told and draws. */
export const gunsOfCurve = ({ input, guns }: DispatchState, drawnHw: Readonly<Record<string, number>>): SampleValues['guns'] =>
  Object.fromEntries(
    input.guns.flatMap(({ id, demandHw }) => (demandHw > 0 ? [[id, [guns.get(id)?.commandedHw ?? null, drawnHw[id] ?? null] as const]] : [])),
  );

/** A hole of this length says that nobody swept the site. */
const GAP_MS = QUIET_MS + 2 * MINUTE_MS;

/** The rows of a day as the lists of a chart, with a null where nothing was recorded. */
export const dayCurve = (rows: readonly SiteSample[]): Pick<SiteDay, 'at' | 'limitHw' | 'worstHw' | 'drawnHw' | 'guns'> => {
  const points = rows.flatMap((row, place): readonly (SiteSample | { readonly atMs: number; readonly guns: null })[] => {
    const next = rows[place + 1];
    return next !== undefined && next.atMs - row.atMs > GAP_MS ? [row, { atMs: row.atMs + MINUTE_MS, guns: null }] : [row];
  });
  const listOf = (read: (row: SiteSample) => number | null) => points.map((point) => (point.guns === null ? null : read(point)));
  const ids = [...new Set(rows.flatMap(({ guns }) => Object.keys(guns)))].sort();
  return {
    at: points.map(({ atMs }) => atMs),
    limitHw: listOf(({ limitHw }) => limitHw),
    worstHw: listOf(({ worstHw }) => worstHw),
    drawnHw: listOf(({ drawnHw }) => drawnHw),
    guns: ids.map((id) => {
      const place = id.lastIndexOf('#');
      return {
        cpCode: id.slice(0, place),
        gunNumber: Number(id.slice(place + 1)),
        limitHw: listOf(({ guns }) => guns[id]?.[0] ?? null),
        drawnHw: listOf(({ guns }) => guns[id]?.[1] ?? null),
      };
    }),
  };
};
