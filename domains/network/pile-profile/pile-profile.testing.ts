import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'pileProfile',
  rows: { level: 'station', needs: ['pile'], make: (b, owner) => b.make('pile', owner) },
  bench: {
    sql: [
      `insert into pile_profile (cp_code, tenant_id, agent_id, station_id) select cp_code, tenant_id, agent_id, station_id from pile on conflict do nothing`,
    ],
  },
});
