import { sql } from 'kysely';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Party } from '#domains/customer/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Books } from '../ledger/ledger.server.ts';
import { mainPartType } from '#engines/order/codes.ts';
import { bookRecharge } from './book-recharge.server.ts';
import type { payMethod } from './recharge.codes.ts';
import { cashAccountFor } from './record.server.ts';

export interface EnteredRecharge {
  /** Whose wallet is filled: that of the company where a card or car draws on its pool. */
  readonly party: Party;
  readonly amountCents: bigint;
  readonly payMethod: CodeValue<typeof payMethod>;
  /** When it was paid. */
  readonly at: Date;
}

/** Enters a recharge that was paid earlier: its booking, effective at that time, and its record. */
export const enterRecharge = async (tx: Tx, books: Books, { party, amountCents, payMethod: method, at }: EnteredRecharge): Promise<void> => {
  const { tenantId, currency, wallet } = party;
  const booked = await bookRecharge(tx, books, {
    party: { tenantId, currency, owner: wallet },
    amountCents,
    from: cashAccountFor(method),
    effectiveAt: at,
    leavesDebt: true,
  });
  const payee = payeeOf(party);
  await sql`insert into recharge_record (recharg_record_id, tenant_id, cust_id, main_part_type, main_part_id, main_part_no, main_part_name, currency, rr_money, rr_before_money,
      rr_after_money, debt_paid_money, pay_method, recharge_by, recharge_time, journal_id, create_by, create_time)
    values (${booked.rechargRecordId}, ${tenantId}, ${party.custId}, ${payee.type}, ${wallet.ownerId}, ${payee.no}, ${payee.name}, ${currency}, ${amountCents}, ${booked.rrBeforeMoney},
      ${booked.rrAfterMoney}, ${booked.debtPaidMoney}, ${method}, ${books.actor}, ${at}, ${booked.journalId}, ${books.actor}, ${at})`.execute(tx);
};

/** How the owner of the wallet is called in the record. */
const payeeOf = (party: Party): { readonly type: number; readonly no: string; readonly name: string } => {
  const name = party.custName ?? party.userName ?? '';
  switch (party.wallet.ownerType) {
    case 'card':
      return { type: mainPartType.icCard, no: party.icCardNo ?? '', name: party.userName ?? name };
    case 'car':
      return { type: mainPartType.vehicleVin, no: party.carVin ?? '', name: party.carNum ?? name };
    case 'customer':
      return party.mainPartType === mainPartType.phoneUser
        ? { type: mainPartType.phoneUser, no: party.userMobile ?? '', name }
        : { type: mainPartType.agentCustomer, no: name, name };
  }
};
