import { sql } from 'kysely';
import { mainPartType } from '#engines/order/codes.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import { startObstacles } from '#engines/order/rules/start-decision.ts';
import type { RefusedVerdict, Verdict } from '#engines/order/verdict.ts';
import { car, card, customer } from '#domains/customer/resources.ts';
import type { Party } from '#domains/customer/resources.ts';
import { partyById } from '#domains/customer/server.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context, Texts } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { obstacleWords, orderRefusals } from './order-refusals.labels.ts';
import { orderLabels } from './order.labels.ts';
import { chargingOrder } from './order.ts';
import { spoken } from './display-text.rules.ts';
import type { TextContext } from './display-text.rules.ts';
import type { StoredOrder } from './lifecycle/stored-order.server.ts';

export type OrderRow = Row<typeof chargingOrder.fields> & Texts;

/** The order of a number inside the viewer's scope; one outside it answers like one that does not exist. */
export const visibleOrder = async (ctx: Context, chargingOrderNo: string): Promise<OrderRow> => {
  const { rows } = await sql<{ id: bigint }>`select charging_order_id as id from charging_order where charging_order_no = ${chargingOrderNo}`.execute(
    ctx.db,
  );
  const [found] = rows;
  return found ? ctx.rows(chargingOrder).get(String(found.id)) : throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

/** Somebody the operator names to pay. One whom the operator cannot see is answered like nobody at all. */
export const visiblePayer = async (ctx: Context, kind: MainPartType, id: string): Promise<Party> => {
  const noun = kind === mainPartType.icCard ? card : kind === mainPartType.vehicleVin ? car : customer;
  const seen = await ctx.anyRows(noun).find(id);
  const party = seen && (await partyById(ctx.db, kind, id));
  return party ?? throwRefusal(kitRefusals, 'outOfScope', { label: ctx.say(orderLabels.fields.mainPartType) });
};

export const speakingOf = (ctx: Context, row: Pick<StoredOrder, 'currency' | 'zone'>): TextContext => ({
  language: ctx.viewer.language,
  currency: row.currency,
  zone: row.zone,
});

/** Refuses what the engine refuses, in the viewer's language; the transaction is then undone. */
export const demand = (verdict: Verdict, speaking: TextContext): void => {
  if (!verdict.ok) throwRefusal(orderRefusals, verdict.refusal, spoken(verdict.args, speaking));
};

/** Says why an order was not opened: the obstacle with the code a pile would be told, or what the engine refused. */
export const refuseStart = (verdict: RefusedVerdict, speaking: TextContext): never => {
  const obstacle = startObstacles.find((each) => each === verdict.args['obstacle']);
  if (obstacle) return throwRefusal(obstacleWords, obstacle, {}, { detail: { result: verdict.args['result'] } });
  demand(verdict, speaking);
  throw new Error(`a start was refused without a reason: ${verdict.refusal}`);
};
