import { cardWithBalance } from '#domains/money/recharge/recharge.testing.ts';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { readyPile } from '#domains/tariff/pile-policy/pile-policy.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { markOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder, SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { sql } from 'kysely';
import { chargingOrderApi } from './order-api.ts';

/** A card names no car and no phone, so an order that has them is made, to be found by them. */
export const setPartyNames = async (b: Builder, owner: Owner, chargingOrderId: string): Promise<void> => {
  const mobile = `137${String(b.next()).padStart(8, '0')}`;
  await inSystem(b.database, (tx) =>
    sql`update charging_order set user_mobile = ${mobile}, car_vin = ${`LSX${mobile.padStart(14, '0')}`}, car_num = ${`${markOf(owner)} ${b.next()}`}
      where charging_order_id = ${chargingOrderId}`.execute(tx),
  );
};

const orderNo = async ({ own, valueOf }: SampleMaker): Promise<string> => valueOf('chargingOrder', await own('chargingOrder'), 'chargingOrderNo');
/** Names any end record of an order. */
const digest = 'a'.repeat(64);

export const testing = nounTesting({
  name: 'chargingOrder',
  rows: {
    level: 'station',
    needs: ['pile', 'rateRule', 'card'],
    make: async (b, owner) => {
      const [cpCode, mainPartId] = [await readyPile(b, owner), await cardWithBalance(b, owner)];
      const started = await b.ok(chargingOrderApi.remoteStart, { cpCode, gunNumber: 1, mainPartType: 2, mainPartId, chargingStrategyType: 1 });
      const id = textAt(started, 'chargingOrderId');
      await setPartyNames(b, owner, id);
      return id;
    },
  },
  bench: {
    sql: [
      `insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, main_part_type,
          main_part_id, cust_id, create_time)
        select n, ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, 1, 'O' || n, 4, 2, n, n, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    remoteStart: async ({ builder, owner, fresh }) => {
      const cpCode = await (fresh ? readyPile(builder, owner) : builder.key('pile', owner));
      const terms = { cpCode, gunNumber: 1, chargingStrategyType: 1 };
      const mainPartId = await (fresh ? cardWithBalance(builder, owner) : builder.key('card', owner));
      return [{ ...terms, mainPartType: 2, mainPartId }];
    },
    stopGun: async ({ own, valueOf }) => [{ cpCode: await valueOf('chargingOrder', await own('chargingOrder'), 'cpCode'), gunNumber: 1 }],
    manualSettle: async (maker) => [
      {
        chargingOrderNo: await orderNo(maker),
        elecAmount: '1.00',
        srvAmount: '1.00',
        other1Amount: '0.00',
        other2Amount: '0.00',
        orderAmount: '2.00',
        reason: 'by hand',
      },
    ],
    assignParty: async (maker) => [
      { chargingOrderNo: await orderNo(maker), mainPartType: 2, mainPartId: await maker.own('card'), reason: 'seen on camera' },
    ],
    adjust: async (maker) => [{ chargingOrderNo: await orderNo(maker), digest, book: 1, reason: 'the driver agreed' }],
    adoptRecord: async (maker) => [{ chargingOrderNo: await orderNo(maker), digest, reason: 'the meter says so' }],
  },
  aliases: { chargingOrderNo: { field: 'chargingOrderNo' } },
  // These need an order that has gone further than it can without piles.
  refusedHere: {
    manualEnd: 'Give a reason',
    manualEndConfirm: 'Nothing waits for a second person',
    manualSettle: 'The order has not ended',
    manualSettleConfirm: 'Nothing waits for a second person',
    clearFlag: 'Give a reason',
    assignParty: 'The order has a payer already',
    adjust: 'No adjustment is due',
    adoptRecord: 'There is no such end record',
    delete: 'The order is not in a state for this',
    cancelReservation: 'The order is not a reservation that waits',
  },
});
