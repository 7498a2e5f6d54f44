import { sql } from 'kysely';
import { mainPartType as partTypes } from '#engines/order/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { bindingRefusals } from '../binding/binding.labels.ts';
import { bindableCards, bindableCars, requireReadable, refuseVoid } from '../binding/binding.server.ts';
import type { BoundMembers } from '../binding/binding.server.ts';
import { pileBinding, pileBindingApi } from './pile-binding.ts';

const protocol = valuesOf(pileProtocol);
const { list } = crudHandlers(pileBinding);

export const pileBindingRoutes = implement(pileBindingApi, {
  list,
  ...deleteHandlers(pileBinding, refuseVoid),
  bind: async (ctx, { cpCode, icCardIds, carIds }) => {
    const pileRow = await ctx.rows(pile).get(cpCode);
    const cards = icCardIds ? await bindableCards(ctx, splitIds(icCardIds)) : undefined;
    const cars = carIds ? await bindableCars(ctx, splitIds(carIds)) : undefined;
    if (!cards && !cars) throwRefusal(bindingRefusals, 'binding.nothing');
    if (cards && cars && cards.tenantId !== cars.tenantId) throwRefusal(bindingRefusals, 'binding.tenantsDiffer');
    if ((cards ?? cars)?.tenantId !== pileRow.tenantId) throwRefusal(bindingRefusals, 'binding.otherTenant');
    if (cards && pileRow.protocol === protocol.ocpp16) requireReadable([pileRow.cpCode], cards);
    if (cards) await insertBindings(ctx, { pileRow, column: 'ic_card_id', mainPartType: partTypes.icCard, bound: cards });
    if (cars) await insertBindings(ctx, { pileRow, column: 'car_id', mainPartType: partTypes.vehicleVin, bound: cars });
    return ctx.say(kitWords.changed);
  },
});

interface PileBinding {
  readonly pileRow: Row<typeof pile.fields>;
  readonly column: 'ic_card_id' | 'car_id';
  readonly mainPartType: 2 | 4;
  readonly bound: BoundMembers;
}

const insertBindings = async (ctx: Context, { pileRow, column, mainPartType, bound }: PileBinding): Promise<void> => {
  await sql`insert into pile_binding (tenant_id, agent_id, station_id, cp_code, main_part_type, ${sql.ref(column)}, create_by, create_time)
    select ${pileRow.tenantId}::int8, ${pileRow.agentId}::int8, ${pileRow.stationId}::int8, ${pileRow.cpCode}, ${mainPartType}::int2, id, ${ctx.viewer.username}, ${ctx.now}
    from unnest(${bound.keys}::int8[]) as id
    on conflict (tenant_id, cp_code, ${sql.ref(column)}) where not is_delete do nothing`.execute(ctx.db);
};
