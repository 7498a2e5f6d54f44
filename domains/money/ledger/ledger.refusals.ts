import pg from 'pg';
import { type RefusalTable, refuse } from '#kit/resource/refusal.ts';

/** What the books refuse, in words for people. */
export const ledgerRefusals = {
  'ledger.insufficient': ['余额不足', '餘額不足', 'The balance is not sufficient'],
  'ledger.keyReused': ['请求已处理，内容不同', '請求已處理，內容不同', 'This was booked before with other content'],
  'ledger.reversed': ['该记录已冲正', '該記錄已沖正', 'This booking has been reversed already'],
  'ledger.notOpen': ['账户存在余额，不能注销', '帳戶存在餘額，不能註銷', 'The account is closed, or not at zero'],
  'ledger.amount': ['金额必须大于零', '金額必須大於零', 'Every amount must be above zero'],
  'ledger.unknown': ['账户不存在', '帳戶不存在', 'The account does not exist in this tenant and currency'],
  'ledger.sameAccount': ['收付账户不能相同', '收付帳戶不能相同', 'An account cannot pay itself'],
  'ledger.noHold': ['订单没有冻结金额', '訂單沒有凍結金額', 'The order has no money set aside'],
  'ledger.settled': ['订单已结算', '訂單已結算', 'The order has been settled'],
} as const satisfies RefusalTable;

export type LedgerRefusal = keyof typeof ledgerRefusals;

/** Constraint and exception names of the ledger's SQL, as refusals. Anything else is a fault of ours and stays an error. */
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

/** Waits for a call of the books; what they refuse becomes a named refusal. The transaction is then lost. */
export const refusing = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? refusalOf[error.constraint ?? ''] : undefined;
    if (!code) throw error;
    return refuse(ledgerRefusals, code);
  }
};
