import { cardWithBalance } from '#domains/money/recharge/recharge.testing.ts';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { BENCH_TERMS } from '#domains/network/reservation-conf/reservation-conf.testing.ts';
import { readyPile } from '#domains/tariff/pile-policy/pile-policy.testing.ts';
import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { setPartyNames } from '../order/order.testing.ts';
import { reservationOrderApi } from './reservation-order.ts';

export const testing = nounTesting({
  name: 'reservationOrder',
  rows: {
    level: 'station',
    needs: ['pile', 'rateRule', 'card'],
    make: async (b, owner) => {
      const [cpCode, mainPartId] = [await readyPile(b, owner), await cardWithBalance(b, owner)];
      const made = await b.ok(reservationOrderApi.make, { cpCode, gunNum: 1, mainPartType: 2, mainPartId, minutes: 30 });
      await setPartyNames(b, owner, textAt(made, 'chargingOrderId'));
      return textAt(made, 'croId');
    },
  },
  bench: {
    sql: [
      `insert into reservation_order (tenant_id, agent_id, station_id, reservation_order_no, charging_order_id, cust_id, crc_id, details, cp_code, gun_num,
          start_time, expire_time, kept_time, end_time, state, occupy_minutes, occupy_amount, create_time)
        select ${TENANT}, ${AGENT}, n, 'RO' || n, n, n, 10000 + n, ${BENCH_TERMS}, ${BENCH_PILE}, 1, ${AT}, ${AT} + interval '1 hour', ${AT},
          ${AT} + interval '10 minutes', 2 + n % 3, 10, 100, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    make: async ({ builder, owner, fresh }) => {
      const cpCode = await (fresh ? readyPile(builder, owner) : builder.key('pile', owner));
      const mainPartId = await (fresh ? cardWithBalance(builder, owner) : builder.key('card', owner));
      return [{ cpCode, gunNum: 1, mainPartType: 2, mainPartId, minutes: 30 }];
    },
  },
  aliases: { reservationOrderNo: { field: 'reservationOrderNo' } },
});
