import { sql } from 'kysely';
import { receiptState } from '#engines/marketing/codes.ts';
import { advanceReceipt } from '#engines/marketing/receipt.ts';
import type { ReceiptRefusal } from '#engines/marketing/receipt.ts';
import type { Tx } from '#kit/db/index.ts';

interface StoredReceipt {
  readonly state: number;
  readonly beginsAt: Date;
  readonly expiresAt: Date;
}

/** Why a received coupon cannot be reserved or taken back now; undefined when nothing is in the way, or there is none. */
export const refusalOfReceipt = async (tx: Tx, couponReceiveId: string, now: Date): Promise<ReceiptRefusal | undefined> => {
  const { rows } =
    await sql<StoredReceipt>`select state, begins_at, expires_at from coupon_receive where coupon_receive_id = ${couponReceiveId}`.execute(tx);
  const [row] = rows;
  const state = Object.values(receiptState).find((known) => known === row?.state);
  if (!row || state === undefined) return undefined;
  const receipt = { state, orderNo: null, beginsAtMs: row.beginsAt.getTime(), expiresAtMs: row.expiresAt.getTime() };
  const outcome = advanceReceipt(receipt, { kind: 'reserve', orderNo: '' }, now.getTime());
  return outcome.ok ? undefined : outcome.refusal;
};
