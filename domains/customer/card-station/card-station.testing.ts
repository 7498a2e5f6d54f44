import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { firstListed } from '#kit/test/nouns/row-makers.ts';
import { cardStationApi } from './card-station.ts';

export const testing = nounTesting({
  name: 'cardStation',
  rows: {
    level: 'station',
    needs: ['card'],
    make: async (b, owner) => {
      const icCardId = await b.make('card', owner);
      await b.ok(cardStationApi.bind, { icCardIds: icCardId, stationIds: b.key('station', owner) });
      return firstListed(b, cardStationApi.list, { filter: { icCardId }, key: 'icCardStationId' });
    },
  },
  bench: {
    sql: [
      `insert into ic_card_station (tenant_id, agent_id, station_id, ic_card_id, create_time)
        select tenant_id, agent_id, station_id, station_id, create_time from station`,
    ],
  },
  samples: { bind: async ({ own }) => [{ icCardIds: await own('card'), stationIds: await own('station') }] },
});
