import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { reservationConfRefusals } from './reservation-conf.labels.ts';
import { changeState, checkIntervals, joinedDetails } from './reservation-conf.rules.ts';
import type { IntervalDetail } from './reservation-conf.rules.ts';
import { reservationConf, reservationConfApi } from './reservation-conf.ts';

const { importExcel: _i, exportTemplate: _t, ...standardHandlers } = crudHandlers(reservationConf);

export const reservationConfRoutes = implement(reservationConfApi, {
  ...standardHandlers,
  add: (ctx, draft, extras) => {
    const details = joinedDetails(draft.details);
    requireIntervals(details);
    return standardHandlers.add(ctx, { ...draft, details }, extras);
  },
  edit: async (ctx, input, extras) => {
    const before = await ctx.rows(reservationConf).get(input.crcId ?? '');
    if (before.crcState === entityState.disused) throwRefusal(reservationConfRefusals, 'reservationConf.disused', { name: before.crcName });
    if (!input.details) return standardHandlers.edit(ctx, input, extras);
    const details = joinedDetails(input.details);
    requireIntervals(details);
    return standardHandlers.edit(ctx, { ...input, details }, extras);
  },
  ...deleteHandlers(reservationConf, (_ctx, { crcName: name, pileCount: count }) =>
    Promise.resolve(count > 0 ? throwRefusal(reservationConfRefusals, 'reservationConf.inUse', { name, count }) : undefined),
  ),
  ...stateHandlers(reservationConf, async (ctx, row, wantedState: -1 | 0 | 1) => {
    const verdict = changeState({ name: row.crcName, state: row.crcState, pileCount: row.pileCount }, wantedState);
    if (!verdict.ok) return throwRefusal(reservationConfRefusals, verdict.refusal, verdict.args);
    return ctx.rows(reservationConf).change(row.crcId, { crcState: verdict.next });
  }),
});

const requireIntervals = (details: readonly IntervalDetail[]): void => {
  const verdict = checkIntervals(details);
  if (!verdict.ok) throwRefusal(reservationConfRefusals, verdict.refusal, verdict.args);
};
