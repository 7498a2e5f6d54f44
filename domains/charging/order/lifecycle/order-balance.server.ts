import { sql } from 'kysely';
import type { Party } from '#domains/customer/server.ts';
import { accounts, balancesOf, openAccounts, partyCode } from '#domains/money/server.ts';
import type { AccountSpec } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { sureCentsOf } from '../settlement/order-points.server.ts';
import type { StoredOrder } from './stored-order.server.ts';

type Payer = Pick<StoredOrder, 'tenantId' | 'currency' | 'walletOwner'>;

/** The ledger account that a party pays from, such as `card:12`. */
export const walletName = ({ wallet }: Pick<Party, 'wallet'>): string => partyCode(wallet);

/** A payment made before the charge, whose account pays for it. */
export interface PaidInAdvance {
  readonly prePayOrderId: string;
  readonly amountCents: bigint;
  readonly userMobile: string | null;
}

const PREPAID = 'prepaid:';

/** Who pays for an order that was paid in advance: no wallet, but the account of that payment. */
export const prepaidName = (prePayOrderId: string): string => `${PREPAID}${prePayOrderId}`;
export const isPrepaid = (walletOwner: string | null): boolean => walletOwner?.startsWith(PREPAID) ?? false;

/** The account that a stored payer names: a wallet, or the account of a prepayment. */
export const payerAccount = (walletOwner: string): AccountSpec =>
  isPrepaid(walletOwner) ? accounts.prepaid(BigInt(walletOwner.slice(PREPAID.length))) : accounts.wallet(walletOwner);

/** The account that pays for an order; undefined while no payer is known. */
export const walletOf = async (tx: Tx, row: Payer): Promise<bigint | undefined> => {
  if (row.walletOwner === null) return undefined;
  const [wallet] = await openAccounts(tx, { tenantId: BigInt(row.tenantId), currency: row.currency }, [payerAccount(row.walletOwner)]);
  return wallet;
};

/** What the party can still spend; 0 while no payer is known. */
export const availableCents = async (tx: Tx, row: Payer): Promise<bigint> => {
  const wallet = await walletOf(tx, row);
  if (wallet === undefined) return 0n;
  const [balance] = await balancesOf(tx, [wallet]);
  return balance?.availableCents ?? 0n;
};

/** What an order may draw on: what its party can still spend, what is held for this order, and what points surely pay. Piles are sent this amount. */
export const orderBalanceCents = async (tx: Tx, row: Payer & Pick<StoredOrder, 'orderId' | 'cpCode'>): Promise<bigint> => {
  const { heldCents, drawMaxCents } = await heldFor(tx, row);
  return atMost((await availableCents(tx, row)) + heldCents + (await sureCentsOf(tx, row.orderId)), drawMaxCents);
};

/** What is held for an order, and the most it may draw on if its pile communicates without encryption. */
export const heldFor = async (
  tx: Tx,
  { orderId, cpCode }: Pick<StoredOrder, 'orderId' | 'cpCode'>,
): Promise<{ readonly heldCents: bigint; readonly drawMaxCents: bigint | null }> => {
  const { rows } = await sql<{ heldCents: bigint; drawMaxCents: bigint | null }>`select plain_hold_max(${cpCode}) as draw_max_cents,
    coalesce((select amount - occupancy_owed(order_id) from ledger.hold where order_id = ${orderId} and state = 'open'), 0) as held_cents`.execute(
    tx,
  );
  return rows[0] ?? { heldCents: 0n, drawMaxCents: null };
};

export const atMost = (cents: bigint, maxCents: bigint | null): bigint => (maxCents !== null && cents > maxCents ? maxCents : cents);
