import { AGENT, AT, TENANT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { firstListed } from '#kit/test/nouns/row-makers.ts';
import { BENCH_PILE } from '../pile/pile.testing.ts';
import { gunApi } from './gun.ts';

export const testing = nounTesting({
  name: 'gun',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: async (b, owner) => firstListed(b, gunApi.list, { filter: { cpCode: await b.make('pile', owner) }, key: 'gunId' }),
  },
  bench: {
    sql: [
      `insert into gun (gun_id, tenant_id, agent_id, station_id, cp_code, gun_number, gun_work_stat, create_time)
        select n, ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, 1, n % 10, ${AT} ${rowsOf()}`,
      `insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number) select tenant_id, agent_id, station_id, cp_code, gun_number from gun`,
    ],
  },
  samples: { changeState: async ({ own }) => [{ entityId: await own('gun'), setState: 0 }] },
});
