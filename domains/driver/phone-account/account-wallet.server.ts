import { sql } from 'kysely';
import { minorDigits } from '#engines/money/currency.ts';
import { statementOf, walletBalance } from '#domains/money/server.ts';
import type { Movement } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { maskedPhone } from '../phone-session/phone-number.rules.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import { PAGE_SIZE } from './account-orders.server.ts';
import type { DriverWallet, DriverWalletEntry } from './phone-account.ts';
import { readWalletMoney } from './wallet-money.server.ts';

/** The scale of energy in a statement is 0.0001 kWh. */
const ELEC_PER_WH = 10n;

/** The wallet of an account with a page of its bookings, the newest first. Money is what the ledger says now. */
export const readAccountWallet = async (
  tx: Tx,
  deps: DriverDeps,
  { user, page }: { readonly user: PhoneUser; readonly page: number },
): Promise<DriverWallet> => {
  const { currency, tenantId, custId } = user;
  const wallet = { tenantId, currency, owner: { ownerType: 'customer', ownerId: custId } } as const;
  const { accountId, postedCents, heldCents, availableCents, owedCents } = await walletBalance(tx, wallet);
  const statement =
    accountId === undefined
      ? { records: [], pages: 0 }
      : await statementOf(tx, { accountId, currency, conditions: [], pageNo: page, pageSize: PAGE_SIZE });
  const orderNos = await driverOrderNos(tx, custId, statement.records);
  return {
    phone: maskedPhone(user.phone),
    currency,
    digits: minorDigits(currency) ?? 2,
    balanceCents: Number(postedCents),
    heldCents: Number(heldCents),
    availableCents: Number(availableCents),
    owedCents: Number(owedCents),
    ...(await readWalletMoney(tx, deps, user)),
    entries: statement.records.map((movement) => entryOf(movement, orderNos)),
    page,
    hasMore: page < statement.pages,
  };
};

const entryOf = (movement: Movement, orderNos: ReadonlyMap<string, string>): DriverWalletEntry => ({
  at: movement.postedTime.toISOString(),
  kind: movement.journalKind,
  amountCents: Number(movement.rrMoney),
  afterCents: Number(movement.rrAfterMoney),
  debtPaidCents: Number(movement.debtPaidMoney),
  orderNo: orderNos.get(movement.chargingOrderId ?? '') ?? null,
  energyWh: movement.chargingElec === null || movement.chargingElec === undefined ? null : Number(movement.chargingElec / ELEC_PER_WH),
});

/** The numbers by which the driver knows the orders of these bookings; a charge by card has none. */
const driverOrderNos = async (tx: Tx, custId: string, movements: readonly Movement[]): Promise<ReadonlyMap<string, string>> => {
  const ids = movements.flatMap(({ chargingOrderId }) => chargingOrderId ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: bigint; orderNo: string }>`select c.charging_order_id as id, d.order_no from driver_order d
    left join prepaid_order p on p.pre_pay_order_id = d.pre_pay_order_id
    join charging_order c on c.charging_order_id = coalesce(d.charging_order_id, p.charging_order_id)
    where d.cust_id = ${custId} and c.charging_order_id = any(${ids}::int8[])`.execute(tx);
  return new Map(rows.map(({ id, orderNo }) => [String(id), orderNo]));
};
