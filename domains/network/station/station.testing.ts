import { areaList } from '@vant/area-data';
import { AGENT, AT, TENANT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText, ownerIds, phone } from '#kit/test/nouns/row-makers.ts';
import { stationApi } from './station.ts';

/** A different district for each station, so that a filter finds only one. */
const districts = Object.keys(areaList.county_list);

export const testing = nounTesting({
  name: 'station',
  rows: rowsByAdding('station', { add: stationApi.add, key: 'stationId' }, async (b, owner) => ({
    ...ownerIds(b, owner),
    stationName: markedText(b, owner, 'station'),
    areaCode: districts[b.nextOf('district')],
    stationAddr: markedText(b, owner, 'station'),
    managerPhone: phone(b),
    timezone: 'Asia/Shanghai',
  })),
  bench: {
    sql: [
      `insert into station (station_id, tenant_id, agent_id, station_name, station_addr, timezone, create_time)
        select n, ${TENANT}, ${AGENT}, 'Station ' || n, 'Street ' || n, 'UTC', ${AT} ${rowsOf()}`,
    ],
  },
});
