import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, phone, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { mobileStationApi } from './mobile-station.ts';

export const testing = nounTesting({
  name: 'mobileStation',
  rows: rowsByAdding('station', { add: mobileStationApi.add, key: 'mobileStationId' }, async (b, owner) => ({
    stationId: b.key('station', owner),
    mobileNumber: phone(b),
    contacts: markedText(b, owner, 'station'),
  })),
  bench: {
    sql: [
      `insert into mobile_station (mobile_station_id, tenant_id, agent_id, station_id, mobile_number, contacts, create_time)
        select n, ${TENANT}, ${AGENT}, n, '13' || lpad(n::text, 9, '0'), 'Contact ' || n, ${AT} ${rowsOf()}`,
    ],
  },
});
