import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { firstListed } from '#kit/test/nouns/row-makers.ts';
import { carStationApi } from './car-station.ts';

export const testing = nounTesting({
  name: 'carStation',
  rows: {
    level: 'station',
    needs: ['car'],
    make: async (b, owner) => {
      const carId = await b.make('car', owner);
      await b.ok(carStationApi.bind, { carIds: carId, stationIds: b.key('station', owner) });
      return firstListed(b, carStationApi.list, { filter: { carId }, key: 'carStationId' });
    },
  },
  bench: {
    sql: [
      `insert into car_station (tenant_id, agent_id, station_id, car_id, create_time)
        select tenant_id, agent_id, station_id, station_id, create_time from station`,
    ],
  },
  samples: { bind: async ({ own }) => [{ carIds: await own('car'), stationIds: await own('station') }] },
});
