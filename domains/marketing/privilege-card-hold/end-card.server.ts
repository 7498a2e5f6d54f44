import { sql } from 'kysely';
import { refundOfCard } from '#engines/marketing/card-value.ts';
import { cardHoldState, stateOfUse } from '#engines/marketing/codes.ts';
import { accounts, openAccounts, payingWallet, post } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { privilegeCardHoldRefusals } from './privilege-card-hold.labels.ts';

/** A held card with its money. Amounts in minor units, energy in 0.1 Wh. */
interface HoldRow {
  readonly tenantId: bigint;
  readonly state: number;
  readonly isOver: boolean;
  readonly currency: string;
  readonly funder: string;
  readonly paidBy: string | null;
  readonly paidAmount: bigint;
  readonly earnedAmount: bigint;
  readonly savedAmount: bigint;
  readonly days: number;
  readonly daysEnded: number;
  readonly timesUsed: number;
  readonly timesLimit: number | null;
  readonly energyUsed: bigint;
  readonly quota: bigint | null;
  readonly orderNo: string | null;
}

const columns = (
  now: Date,
) => sql`tenant_id, state, expires_at <= ${now} as is_over, currency, funder, paid_by, paid_amount, earned_amount, saved_amount, days,
  least(days, greatest(0, (${now}::timestamptz at time zone zone)::date - (begins_at at time zone zone)::date)) as days_ended,
  times_used, times_limit, energy_used, quota, (select u.charging_order_no from privilege_card_use u
    where u.privilege_card_hold_id = h.privilege_card_hold_id and u.state = ${sql.lit(stateOfUse.reserved)}) as order_no`;

const refundOf = ({ paidAmount, savedAmount, energyUsed, quota, ...used }: HoldRow): bigint =>
  refundOfCard({ ...used, paidCents: paidAmount, savedCents: savedAmount, energyUsedDwh: energyUsed, quotaDwh: quota });

/** What goes back if the card is ended now. */
export const quoteRefund = async (tx: Tx, holdId: string, now: Date): Promise<{ readonly refundCents: bigint; readonly currency: string }> => {
  const { rows } = await sql<HoldRow>`select ${columns(now)} from privilege_card_hold h where privilege_card_hold_id = ${holdId}`.execute(tx);
  const [row] = rows;
  if (!row) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return { refundCents: row.state === cardHoldState.active && !row.isOver ? refundOf(row) : 0n, currency: row.currency };
};

export interface CardEnd {
  readonly holdId: string;
  readonly reason: string;
  /** Whether the unused rest goes back. */
  readonly refund: boolean;
  readonly by: string;
  readonly now: Date;
}

/**
 * Ends a held card. What goes back leaves what is owed in use for the wallet that paid, and the rest of the price is earned: D card deferred, C wallet and
 * card income. Returns what went back.
 */
export const endCard = async (
  tx: Tx,
  { holdId, reason, refund, by, now }: CardEnd,
): Promise<{ readonly refundCents: bigint; readonly currency: string }> => {
  await sql`select from privilege_card_hold where privilege_card_hold_id = ${holdId} for update`.execute(tx);
  const { rows } = await sql<HoldRow>`select ${columns(now)} from privilege_card_hold h where privilege_card_hold_id = ${holdId}`.execute(tx);
  const [row] = rows;
  if (!row) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  if (row.state !== cardHoldState.active || row.isOver) throwRefusal(privilegeCardHoldRefusals, 'privilegeCardHold.over');
  if (row.orderNo !== null) throwRefusal(privilegeCardHoldRefusals, 'privilegeCardHold.inUse', { orderNo: row.orderNo });
  const refundCents = refund ? refundOf(row) : 0n;
  const keptCents = row.paidAmount - row.earnedAmount - refundCents;
  await bookEnd(tx, row, { holdId, by, refundCents, keptCents });
  await sql`update privilege_card_hold set state = ${sql.lit(cardHoldState.ended)}, refund_amount = ${refundCents}, earned_amount = earned_amount + ${keptCents},
    end_reason = ${reason}, end_time = ${now}, update_by = ${by}, update_time = ${now}, version = version + 1 where privilege_card_hold_id = ${holdId}`.execute(
    tx,
  );
  return { refundCents, currency: row.currency };
};

interface EndAmounts {
  readonly holdId: string;
  readonly by: string;
  readonly refundCents: bigint;
  readonly keptCents: bigint;
}

const bookEnd = async (
  tx: Tx,
  { tenantId, currency, funder, paidBy }: HoldRow,
  { holdId, by, refundCents, keptCents }: EndAmounts,
): Promise<void> => {
  if (paidBy === null) return;
  const books = { tenantId, currency, actor: by };
  const wallet = await payingWallet(tx, { tenantId: String(tenantId), walletOwner: paidBy });
  const [debit = 0n, payer = 0n, income = 0n] = await openAccounts(tx, books, [
    accounts.cardDeferred(),
    accounts.wallet(wallet),
    accounts.cardIncome(funder),
  ]);
  const lines = [
    { debit, credit: payer, amountCents: refundCents },
    { debit, credit: income, amountCents: keptCents },
  ].filter(({ amountCents }) => amountCents > 0n);
  if (lines.length > 0) await post(tx, books, { kind: 'card_refund', source: { type: 'card', id: holdId }, lines });
};
