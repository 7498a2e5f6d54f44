import { sql } from 'kysely';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'upgradeRecord',
  rows: {
    level: 'station',
    needs: ['pile', 'upgradeCampaign'],
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into upgrade_record (tenant_id, agent_id, station_id, upgrade_campaign_id, firmware_id, firmware_ver, cp_code, upgrade_type, stage, push_stat, update_result, fail_reason, fail_remark, ended_at, create_by)
          select tenant_id, agent_id, station_id, ${b.key('upgradeCampaign', owner)}, ${b.key('firmware', owner)}, ${markedText(b, owner, 'station')}, cp_code, 1, 1, 6, 2, 5, ${markedText(b, owner, 'station')}, now(), ${markedText(b, owner, 'station')}
          from pile where cp_code = ${b.key('pile', owner)} returning upgrade_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into upgrade_record (upgrade_id, tenant_id, agent_id, station_id, upgrade_campaign_id, firmware_id, firmware_ver, cp_code, upgrade_type, stage, push_stat, update_result, fail_reason, ended_at, create_time)
        select n, ${TENANT}, ${AGENT}, n, n, n, 'V' || n, ${BENCH_PILE}, 1 + n % 2, 1 + n % 3, 6, 1 + n % 3, case when n % 3 = 1 then 1 + n % 8 end, ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
});
