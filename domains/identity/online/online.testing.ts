import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';
import { sql } from 'kysely';

const BENCH_SESSIONS = 5_000;

export const testing = nounTesting({
  name: 'online',
  rows: {
    level: 'agent',
    needs: ['user'],
    make: async (b, owner) => {
      const id = await b.make('user', owner);
      const name = markedText(b, owner, 'agent');
      const { rows } = await sql<{ id: bigint }>`
        insert into sys_session (token_hash, user_id, username, tenant_id, agent_id, create_time, last_seen_at, expires_at, ip, user_agent, device)
        select sha256(convert_to(${name}, 'UTF8')), id, username, tenant_id, agent_id, now(), now(), now() + interval '7 days', ${name}, '', ${name}
        from sys_user where id = ${id} returning id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  bench: {
    rows: BENCH_SESSIONS,
    sql: [
      `insert into sys_session (token_hash, user_id, username, tenant_id, agent_id, create_time, last_seen_at, expires_at, ip, user_agent, device)
        select sha256(n::text::bytea), 10000 + n, 'user' || n, ${TENANT}, ${AGENT}, ${AT}, ${AT}, ${AT} + interval '7 days', '10.0.0.' || n % 250, '',
          'Chrome 140 · Windows' ${rowsOf(BENCH_SESSIONS)}`,
    ],
  },
  aliases: { 'online.forceLogout token': {} },
  neverSucceeds: { endMine: 'a session of somebody else is none of theirs' },
});
