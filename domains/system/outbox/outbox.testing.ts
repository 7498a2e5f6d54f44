import { AT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { phone } from '#kit/test/nouns/row-makers.ts';
import { sql } from 'kysely';

const BENCH_MESSAGES = 20_000;

export const testing = nounTesting({
  name: 'outbox',
  rows: {
    level: 'tenant',
    make: async (b) => {
      const { rows } = await sql<{ id: bigint }>`insert into sys_message (channel, receiver, body, state)
        values (1, ${phone(b)}, ${`code ${b.next()}`}, 1) returning message_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  bench: {
    rows: BENCH_MESSAGES,
    sql: [
      `insert into sys_message (channel, receiver, subject, state, create_time)
        select 1 + n % 2, '13' || lpad(n::text, 9, '0'), 'Code', n % 5, ${AT} ${rowsOf(BENCH_MESSAGES)}`,
    ],
  },
  neverSucceeds: { queryById: 'the platform alone reads messages' },
});
