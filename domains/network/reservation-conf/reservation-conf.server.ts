import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
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
    if (before.crcState === entityState.disused) throwRefusal(reservationConfRefusals, 'reservationConf.disused', { name: before.crcName });
    if (input.details) demandIntervals(input.details);
    return plain.edit(ctx, input, extras);
  },
  ...deleteHandlers(reservationConf, (_ctx, { crcName: name, pileCount: count }) =>
    Promise.resolve(count > 0 ? throwRefusal(reservationConfRefusals, 'reservationConf.inUse', { name, count }) : undefined),
  ),
  ...stateHandlers(reservationConf, async (ctx, row, wanted: -1 | 0 | 1) => {
    const verdict = changeState({ name: row.crcName, state: row.crcState, pileCount: row.pileCount }, wanted);
    if (!verdict.ok) return throwRefusal(reservationConfRefusals, verdict.refusal, verdict.args);
    return ctx.rows(reservationConf).change(row.crcId, { crcState: verdict.next });
  }),
});

const demandIntervals = (details: readonly Detail[]): void => {
  const verdict = checkIntervals(details);
  if (!verdict.ok) throwRefusal(reservationConfRefusals, verdict.refusal, verdict.args);
};
