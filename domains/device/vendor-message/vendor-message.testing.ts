import { sql } from 'kysely';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { firstListed, markedText } from '#kit/test/nouns/row-makers.ts';
import { vendorMessageApi } from './vendor-message.ts';

export const testing = nounTesting({
  name: 'vendorMessage',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: async (b, owner) => {
      const cpCode = b.key('pile', owner);
      const vendorId = markedText(b, owner, 'station');
      await inSystem(b.database, (tx) =>
        sql`insert into vendor_message (tenant_id, agent_id, station_id, cp_code, vendor_id, message_id, data_length, is_accepted, received_at)
          select tenant_id, agent_id, station_id, cp_code, ${vendorId}, ${vendorId}, 0, 0, now() from pile where cp_code = ${cpCode}`.execute(tx),
      );
      return firstListed(b, vendorMessageApi.list, { filter: { vendorId }, key: 'vendorMessageId' });
    },
  },
  bench: {
    sql: [
      `insert into vendor_message (tenant_id, agent_id, station_id, cp_code, vendor_id, message_id, data, data_length, is_accepted, received_at)
        select ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, 'vendor' || n % 10, 'm' || n % 100, 'data ' || n, 10, n % 2, ${AT} ${rowsOf()}`,
    ],
  },
});
