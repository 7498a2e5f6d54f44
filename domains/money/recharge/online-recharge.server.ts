import { sql } from 'kysely';
import { mainPartType } from '#engines/order/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { accounts } from '../ledger/ledger.ts';
import { payType } from '../pay-conf/pay-conf.codes.ts';
import type { PayType } from '../pay-conf/pay-conf.rules.ts';
import { lockParty } from '../wallet/party-lock.server.ts';
import { bookRecharge } from './book-recharge.server.ts';
import { payMethod } from './recharge.codes.ts';

/** A payment of a driver that a provider has received for the wallet. */
export interface OnlineRecharge {
  readonly tenantId: string;
  readonly custId: string;
  readonly currency: string;
  readonly payConfId: string;
  readonly payType: PayType;
  /** The number by which the provider knows it. */
  readonly payNo: string;
  readonly amountCents: bigint;
  readonly paidAt: Date;
  readonly actor: string;
}

const methods = valuesOf(payMethod);
const methodOf = {
  [payType.items.alipay.value]: methods.alipay,
  [payType.items.weChat.value]: methods.weChat,
  [payType.items.stripe.value]: methods.creditCard,
} as const satisfies Readonly<Record<PayType, number>>;

/**
 * Books a received payment into the wallet of its customer, from the account of the provider that its bills are compared with, and writes the record of
 * the recharge. Once for each number: the index of the numbers refuses a second one.
 */
export const rechargeOnline = async (tx: Tx, payment: OnlineRecharge): Promise<void> => {
  const { tenantId, custId, currency, payConfId, payNo, amountCents, paidAt, actor } = payment;
  const owner = { ownerType: 'customer', ownerId: custId } as const;
  await lockParty(tx, owner);
  const booked = await bookRecharge(
    tx,
    { tenantId: BigInt(tenantId), currency, actor },
    { party: { tenantId, currency, owner }, amountCents, from: accounts.provider(payConfId), effectiveAt: paidAt },
  );
  const { numAffectedRows } =
    await sql`insert into recharge_record (recharg_record_id, tenant_id, agent_id, cust_id, main_part_type, main_part_id, main_part_no, main_part_name,
      currency, rr_money, rr_before_money, rr_after_money, debt_paid_money, pay_method, pay_conf_id, pay_no, recharge_by, recharge_time, journal_id, create_by)
    select ${booked.rechargRecordId}, c.tenant_id, c.agent_id, c.cust_id, ${sql.lit(mainPartType.phoneUser)}, c.cust_id, c.cust_phone, c.cust_name, ${currency}, ${amountCents},
      ${booked.rrBeforeMoney}, ${booked.rrAfterMoney}, ${booked.debtPaidMoney}, ${methodOf[payment.payType]}, ${payConfId}, ${payNo}, 'driver', ${paidAt}, ${booked.journalId}, ${actor}
    from customer c where c.cust_id = ${custId}`.execute(tx);
  if (numAffectedRows !== 1n) throw new Error(`payment ${payNo} has no customer`);
};
