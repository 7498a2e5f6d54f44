import { sql } from 'kysely';
import { pileProfileApi } from '#domains/network/resources.ts';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { firstListed, markedText } from '#kit/test/nouns/row-makers.ts';
import { pilePartApi } from './pile-part.ts';

export const testing = nounTesting({
  name: 'pilePart',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: async (b, owner) => {
      const cpCode = await b.make('pile', owner);
      const mainSw = markedText(b, owner, 'station');
      await inSystem(b.database, (tx) => sql`update pile_state set main_hw = 'H1', main_sw = ${mainSw} where cp_code = ${cpCode}`.execute(tx));
      await b.ok(pileProfileApi.edit, { cpCode, screenVersion: markedText(b, owner, 'station') });
      return firstListed(b, pilePartApi.list, { filter: { cpCode }, key: 'pilePartId' });
    },
  },
  bench: {
    sql: [
      `insert into pile_part (tenant_id, agent_id, station_id, cp_code, cp_type, comm_prot_type, main_pcb_hw_ver, main_pcb_sw_ver, upgrade_time, source, is_current, create_time)
        select ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, 1 + n % 3, 1 + n % 2, 'H' || n % 10, 'S' || n, ${AT}, 1 + n % 3, 1, ${AT} ${rowsOf()}`,
    ],
  },
});
