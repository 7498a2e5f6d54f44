import { sql } from 'kysely';
import { microsOf } from '#kit/server/chain/chain.ts';
import type { SealedChain } from '#kit/server/chain/chain.ts';

const columns = ['journal_id', 'tenant_id', 'currency', 'kind', 'source_type', 'source_id', 'reverses', 'order_id', 'actor'] as const;

/** Lines of the journal with the properties of their accounts. Codes are quoted, so that no code can look like the next field. */
const postings = sql`(select string_agg(format('%s %s %s %s %L %s %s %L %s %s %s', p.seq, p.currency, p.debit_id, d.class, d.code, p.credit_id, c.class, c.code,
    p.amount, p.fee_type, p.stage), e'\n' order by p.seq)
  from ledger.posting p left join ledger.account d on d.account_id = p.debit_id left join ledger.account c on c.account_id = p.credit_id
  where p.journal_id = l.journal_id)`;
const movements = sql`(select string_agg(format('%s %s %s %s', m.account_id, m.version, m.change, m.posted_after), e'\n' order by m.account_id)
  from ledger.movement m where m.journal_id = l.journal_id)`;

/** The chain of the ledger: journals with their postings and movements. They are kept permanently. */
export const booksChain: SealedChain = {
  purpose: 'books-seal',
  file: 'books',
  rows: 'ledger.journal',
  seals: 'ledger.seal',
  sealer: 'ledger.sealer',
  id: 'journal_id',
  at: 'posted_at',
  parts: sql`array[${microsOf('l.posted_at')}, ${microsOf('l.effective_at')}, encode(l.fingerprint, 'hex'), ${sql.join(
    columns.map((name) => sql`${sql.ref(`l.${name}`)}::text`),
  )}, ${postings}, ${movements}]`,
};
