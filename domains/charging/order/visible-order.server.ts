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
import { refusalTexts } from './display-text.rules.ts';
import type { TextContext } from './display-text.rules.ts';
import type { StoredOrder } from './lifecycle/stored-order.server.ts';

export type OrderRow = Row<typeof chargingOrder.fields> & Texts;

/** The order with a number inside the viewer's scope. An order outside the scope is answered like one that does not exist. */
export const visibleOrder = async (ctx: Context, chargingOrderNo: string): Promise<OrderRow> => {
  const { rows } = await sql<{ id: bigint }>`select charging_order_id as id from charging_order where charging_order_no = ${chargingOrderNo}`.execute(
    ctx.db,
  );
  const [order] = rows;
  return order ? ctx.rows(chargingOrder).get(String(order.id)) : throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

/** The payer that an operator names. A payer outside the operator's scope is answered like one that does not exist. */
export const visiblePayer = async (ctx: Context, kind: MainPartType, id: string): Promise<Party> => {
  const noun = kind === mainPartType.icCard ? card : kind === mainPartType.vehicleVin ? car : customer;
  const visible = await ctx.anyRows(noun).find(id);
  const party = visible && (await partyById(ctx.db, kind, id));
  return party ?? throwRefusal(kitRefusals, 'outOfScope', { label: ctx.say(orderLabels.fields.mainPartType) });
};

export const textContextOf = (ctx: Context, row: Pick<StoredOrder, 'currency' | 'zone'>): TextContext => ({
  language: ctx.viewer.language,
  currency: row.currency,
  zone: row.zone,
});

/** Throws the engine's refusal in the viewer's language; the transaction is then rolled back. */
export const throwIfRefused = (verdict: Verdict, textContext: TextContext): void => {
  if (!verdict.ok) throwRefusal(orderRefusals, verdict.refusal, refusalTexts(verdict.args, textContext));
};

/** Throws why an order was not created: the obstacle with the code that a pile would be sent, or the engine's refusal. */
export const refuseStart = (verdict: RefusedVerdict, textContext: TextContext): never => {
  const obstacle = startObstacles.find((name) => name === verdict.args['obstacle']);
  if (obstacle) return throwRefusal(obstacleWords, obstacle, {}, { detail: { result: verdict.args['result'] } });
  throwIfRefused(verdict, textContext);
  throw new Error(`a start was refused without a reason: ${verdict.refusal}`);
};
