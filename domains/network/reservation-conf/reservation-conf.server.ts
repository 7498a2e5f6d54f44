import { refuse } from '#kit/resource/refusal.ts';
import { crudHandlers, removing, stateHandlers } from '#kit/server/crud.ts';
import { implement } from '#kit/server/route.ts';
import { reservationConfRefusals } from './reservation-conf.labels.ts';
import { changeState, checkIntervals } from './reservation-conf.rules.ts';
import type { Detail } from './reservation-conf.rules.ts';
import { reservationConf, reservationConfApi } from './reservation-conf.ts';

const { importExcel: _i, exportTemplate: _t, ...plain } = crudHandlers(reservationConf);

export const reservationConfRoutes = implement(reservationConfApi, {
  ...plain,
  add: (ctx, draft, extras) => {
    demandIntervals(draft.details);
    return plain.add(ctx, draft, extras);
  },
  edit: async (ctx, input, extras) => {
    const before = await ctx.rows(reservationConf).get(input.crcId ?? '');
    if (before.crcState === -1) refuse(reservationConfRefusals, 'reservationConf.disused', { name: before.crcName });
    if (input.details) demandIntervals(input.details);
    return plain.edit(ctx, input, extras);
  },
  ...removing(reservationConf, (_ctx, { crcName: name, pileCount: count }) =>
    Promise.resolve(count > 0 ? refuse(reservationConfRefusals, 'reservationConf.inUse', { name, count }) : undefined),
  ),
  ...stateHandlers(reservationConf, async (ctx, row, wanted: -1 | 0 | 1) => {
    const verdict = changeState({ name: row.crcName, state: row.crcState, pileCount: row.pileCount }, wanted);
    if (!verdict.ok) return refuse(reservationConfRefusals, verdict.refusal, verdict.args);
    return ctx.rows(reservationConf).change(row.crcId, { crcState: verdict.next });
  }),
  /** Only enabled terms can be chosen; what was chosen before is shown by its id whatever became of it. */
  queryList: async (ctx, input, extras) => {
    const found = await plain.queryList(ctx, input, extras);
    if (input.ids) return found;
    const keys = found.flatMap((row) => (typeof row === 'object' && row !== null && 'value' in row ? [String(row.value)] : []));
    const enabled = new Set((await ctx.rows(reservationConf).findMany(keys)).filter((row) => row.crcState === 1).map((row) => row.crcId));
    return found.filter((row) => typeof row === 'object' && row !== null && 'value' in row && enabled.has(String(row.value)));
  },
});

const demandIntervals = (details: readonly Detail[]): void => {
  const verdict = checkIntervals(details);
  if (!verdict.ok) refuse(reservationConfRefusals, verdict.refusal, verdict.args);
};
