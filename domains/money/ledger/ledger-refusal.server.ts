import pg from 'pg';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { ledgerRefusals } from './ledger.ts';

export type LedgerRefusal = keyof typeof ledgerRefusals;

/** The refusals for constraint and exception names of the ledger's SQL. Any other error is an internal one and stays an error. */
const refusalOf: Readonly<Record<string, LedgerRefusal>> = {
  no_overdraft: 'ledger.insufficient',
  key_reused: 'ledger.keyReused',
  reversed_once: 'ledger.reversed',
  closed_at_zero: 'ledger.notOpen',
  amount_positive: 'ledger.amount',
  hold_positive: 'ledger.amount',
  no_self_transfer: 'ledger.sameAccount',
  posting_debit: 'ledger.unknown',
  posting_credit: 'ledger.unknown',
  journal_reverses_fkey: 'ledger.unknown',
  hold_account_id_fkey: 'ledger.unknown',
  hold_open: 'ledger.noHold',
  order_settled: 'ledger.settled',
};

/** Awaits a call of the ledger and converts its known errors to refusals. The transaction is then aborted. */
export const orLedgerRefusal = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? refusalOf[error.constraint ?? ''] : undefined;
    if (!code) throw error;
    return throwRefusal(ledgerRefusals, code);
  }
};
