import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rateAliasApi } from './rate-alias.ts';

const named = (alias: string) => [{ dictValue: 3, alias }];

export const testing = nounTesting({
  name: 'rateAlias',
  rows: {
    level: 'tenant',
    make: async (b, owner) => {
      const tenantId = b.key('tenant', owner);
      await b.ok(rateAliasApi.saveAlias, { tenantId, aliases: named(`Name ${b.next()}`) });
      return inSystem(b.database, async (tx) => {
        const { rows } = await sql<{
          rateAliasId: bigint;
        }>`select rate_alias_id from rate_alias where tenant_id = ${tenantId} and station_id is null`.execute(tx);
        return String(rows[0]?.rateAliasId);
      });
    },
  },
  bench: {
    sql: [
      `insert into rate_alias (tenant_id, agent_id, station_id, create_time) select tenant_id, agent_id, station_id, create_time from station on conflict do nothing`,
    ],
  },
  samples: {
    saveAlias: async ({ builder, owner }) => [
      { tenantId: builder.key('tenant', owner), stationId: builder.key('station', owner), aliases: named('Parking') },
    ],
  },
  namesNoRow: ['aliasDictValue'],
});
