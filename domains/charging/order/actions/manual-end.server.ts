import { sql } from 'kysely';
import { minorDigits } from '#engines/money/currency.ts';
import { gunState } from '#engines/pile/codes.ts';
import { settingOf } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { applyEvent, lockForOperator } from './order-action.server.ts';
import type { LockedOrder, OrderActionDeps } from './order-action.server.ts';
import { costSoFarCents } from '../settlement/cost-so-far.server.ts';
import { decideOn } from '../lifecycle/decide.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderWords } from '../order.labels.ts';
import { twoPersonsAbove } from '../order-settings.ts';
import { answerQuestion, askSecondPerson, openQuestion } from './second-person.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { throwIfRefused, textContextOf } from '../visible-order.server.ts';

/** Ends an order by hand with the values of its last sample, when its pile no longer reports. */
export const manualEndHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, 'manualEnd' | 'manualEndConfirm'> => ({
  manualEnd: async (ctx, { chargingOrderNo, reason, askSecond }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    const event = await manualEndEvent(locked, { by: ctx.viewer.username, reason: reason ?? '', secondBy: null });
    const { verdict } = await decideOn(locked.work, locked.order, { event });
    if (!verdict.ok && verdict.refusal === 'order.secondPersonNeeded' && askSecond === 1) {
      await askSecondPerson(ctx, { row: locked.order.row, verb: 'end', amounts: null, reason: event.reason, at: new Date(locked.work.nowMs) });
      return { pending: 1 };
    }
    throwIfRefused(verdict, textContextOf(ctx, locked.order.row));
    return { pending: 0 };
  },
  manualEndConfirm: async (ctx, { chargingOrderNo, agree }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    const question = await openQuestion(ctx, locked.order.row.orderId, 'end');
    await answerQuestion(ctx, question, { agreed: agree === 1, at: new Date(locked.work.nowMs) });
    if (agree !== 1) return ctx.say(orderWords.declined);
    await applyEvent(locked, await manualEndEvent(locked, { by: question.askedBy, reason: question.reason, secondBy: ctx.viewer.username }));
    return ctx.say(orderWords.ended);
  },
});

const manualEndEvent = async (
  { ctx, order }: LockedOrder,
  byHand: { readonly by: string; readonly reason: string; readonly secondBy: string | null },
) => {
  const digits = BigInt(minorDigits(order.row.currency) ?? 2);
  return {
    kind: 'manualEnd' as const,
    ...byHand,
    gunChargingHeardMs: await gunChargingHeardMs(ctx.db, order),
    provisionalCents: (await costSoFarCents(ctx.db, order)) ?? 0n,
    secondPersonAboveCents: BigInt(await settingOf(ctx, twoPersonsAbove, order.row.tenantId)) * 10n ** digits,
  };
};

/** When the gun last reported that it is charging; null if it is in another state. */
export const gunChargingHeardMs = async (tx: Tx, { row }: LoadedOrder): Promise<number | null> => {
  const { rows } = await sql<{ reportedAt: Date | null }>`select l.reported_at from gun g join gun_live l using (cp_code, gun_number)
    where g.cp_code = ${row.cpCode} and g.gun_number = ${row.gunNumber} and g.device_gun_stat = ${gunState.charging}`.execute(tx);
  return rows[0]?.reportedAt?.getTime() ?? null;
};
