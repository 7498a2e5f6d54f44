import type { PileWithCard, Query } from './disorder-testbed.fixture.ts';

/** The final rows of a pile's orders, without the columns that identify them or say when they were processed. */
export interface Outcome {
  readonly orders: readonly object[];
  readonly consumeRecords: readonly object[];
  readonly postings: readonly object[];
  readonly balances: readonly object[];
}

const identifyingColumns = [
  'charging_order_id',
  'charging_order_no',
  'transaction_id',
  'id_tag',
  'start_said',
  'cp_code',
  'main_part_id',
  'ic_card_id',
  'ic_card_no',
  'wallet_owner',
  'main_part_no',
  'consume_record_id',
  'journal_id',
];
const processingColumns = ['create_time', 'update_time', 'billing_time', 'version', 'create_by', 'update_by'];
const ignoredColumns = new Set([...identifyingColumns, ...processingColumns]);

export const outcomeOf = async (query: Query, { cpCode, card }: PileWithCard): Promise<Outcome> => {
  const rows = async (text: string, value: string): Promise<readonly object[]> =>
    (await query<Record<string, unknown>>(text, [value])).map(comparableRow);
  return {
    orders: await rows('select * from charging_order where cp_code = $1 order by charging_order_id', cpCode),
    consumeRecords: await rows('select * from consume_record where cp_code = $1 order by consume_record_id', cpCode),
    postings: await rows(
      `select dense_rank() over (order by j.order_id) as nth, j.kind, p.seq, split_part(d.code, ':', 1) as debit, split_part(c.code, ':', 1) as credit, p.amount, p.fee_type, p.stage
      from charging_order o join ledger.journal j on j.order_id = o.charging_order_id join ledger.posting p using (journal_id)
      join ledger.account d on d.account_id = p.debit_id join ledger.account c on c.account_id = p.credit_id where o.cp_code = $1 order by 1, 2, 3`,
      cpCode,
    ),
    balances: await rows(
      `select split_part(a.code, ':', 1) as account, b.posted, b.held from ic_card k join ledger.account a on a.code in ('wallet:card:' || ic_card_id, 'receivable:card:' || ic_card_id)
      left join ledger.balance b using (account_id) where k.ic_card_no = $1 order by 1`,
      card,
    ),
  };
};

const comparableRow = (row: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !ignoredColumns.has(name))
      .map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value instanceof Date ? value.toISOString() : value]),
  );
