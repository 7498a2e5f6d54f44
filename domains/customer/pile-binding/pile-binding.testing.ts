import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { firstListed } from '#kit/test/nouns/row-makers.ts';
import { pileBindingApi } from './pile-binding.ts';

export const testing = nounTesting({
  name: 'pileBinding',
  rows: {
    level: 'station',
    needs: ['pile', 'card', 'car'],
    make: async (b, owner) => {
      const icCardId = await b.make('card', owner);
      await b.ok(pileBindingApi.bind, { cpCode: b.key('pile', owner), icCardIds: icCardId });
      return firstListed(b, pileBindingApi.list, { filter: { icCardId }, key: 'pileBindingId' });
    },
  },
  bench: {
    sql: [
      `insert into pile_binding (tenant_id, agent_id, station_id, cp_code, main_part_type, ic_card_id, create_time)
        select tenant_id, agent_id, station_id, cp_code, 2, station_id, create_time from pile`,
    ],
  },
  samples: {
    bind: async ({ own }) => [
      { cpCode: await own('pile'), icCardIds: await own('card') },
      { cpCode: await own('pile'), carIds: await own('car') },
    ],
  },
});
