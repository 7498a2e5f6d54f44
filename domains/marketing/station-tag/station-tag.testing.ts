import { readyPile } from '#domains/tariff/pile-policy/pile-policy.testing.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'stationTag',
  rows: { level: 'station', make: (b, owner) => b.make('station', owner) },
  bench: {
    sql: [
      `insert into station_mini (station_id, tenant_id, agent_id, station_name, create_time)
        select station_id, tenant_id, agent_id, station_name, create_time from station on conflict do nothing`,
    ],
  },
  samples: {
    updateCommonTag: async ({ own }) => [{ stationId: await own('station'), tagCodes: ['park_free', 'toilet'] }],
    updateCategoryTag: async ({ own }) => [{ stationId: await own('station'), categories: [{ categoryCode: 'site', tagCodes: ['public'] }] }],
    updateStationRate: async ({ builder, owner }) => {
      await readyPile(builder, owner);
      return [{ stationId: builder.key('station', owner) }];
    },
    updateMiniappShow: async ({ own }) => [{ stationIds: [await own('station')], miniappShow: 0 }],
  },
  namesNoRow: ['tagCode', 'provinceCode', 'cityCode', 'districtCode'],
});
