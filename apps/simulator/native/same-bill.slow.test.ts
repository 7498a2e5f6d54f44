import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATIENCE_MS, eventually } from '#kit/test/patience.ts';
import { orderState } from '#engines/order/codes.ts';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { cardApi } from '#domains/customer/resources.ts';
import { messageLogApi, v10RecordApi } from '#domains/device/resources.ts';
import { signIn, type Api } from '../demo/api.ts';
import { createPile } from '../pile/create.ts';
import type { Pile } from '../pile/pile.ts';
import { dialsOf } from '../settings.ts';
import { setUpTestNetwork } from '../test-network/test-network.ts';
import { carWithSoc } from '../testing/car.ts';
import { startWholeSystem, type StartedSystem } from '../testing/system.ts';

const PROTOCOLS = ['native', 'v1.0', 'ocpp16'] as const;
/** Neither its electricity nor its service is a whole number of cents. */
const WISH_KWH = '0.37';
const SLOTS = Array.from({ length: 48 }, (_none, slot) => `elec${String(slot + 1).padStart(2, '0')}`);

let whole: StartedSystem;
let api: Api;
let piles: readonly Pile[];
beforeAll(async () => {
  whole = await startWholeSystem();
  const { settings } = whole;
  api = await signIn({ url: settings.url, username: 'admin', password: settings.password });
  const network = await setUpTestNetwork(api, { salt: settings.password });
  const dials = dialsOf(settings);
  piles = await Promise.all(
    PROTOCOLS.map(async (protocol) => {
      const [facts] = await network.piles(1, protocol);
      if (!facts) throw new Error('no pile');
      // A charge starts at once and reaches its power at once, and each begins at the same reading.
      return createPile({ ...facts, dial: dials[protocol], gunTimes: { startMs: [5, 10] }, outlet: { slewAPerS: 1e6 }, firstMeterDwh: 5_000_000 });
    }),
  );
  await network.cards(PROTOCOLS.length);
  for (const pile of piles) pile.open();
});
afterAll(async () => {
  for (const pile of piles ?? []) pile.close();
  await whole?.close();
});

const orderOf = async (chargingOrderNo: string) => {
  const [order] = await api.listAll(chargingOrderApi.list, { chargingOrderNo });
  if (!order) throw new Error(`no order ${chargingOrderNo}`);
  return order;
};

/** OCPP 1.6 cannot tell a station how much energy is wanted, so here the car itself ends the charge there. */
const limitByCar = async (pile: Pile | undefined): Promise<void> => {
  const gun = pile?.gun(1);
  await eventually(() => expect(gun?.session).toBeTruthy());
  if (gun?.session) gun.session = { ...gun.session, wish: { ...gun.session.wish, strategyType: 3, strategyValE2: Number(WISH_KWH) * 100 } };
};

it('bills the same charge of a native pile, a v1.0 pile and an OCPP pile to the same cent', async () => {
  for (const pile of piles) await pile.waitFor((each) => each.connection.live, PATIENCE_MS);
  const cards = await api.listAll(cardApi.list);
  for (const pile of piles) pile.plug(1, carWithSoc(40));
  const started = await Promise.all(
    piles.map(async ({ facts: { cpCode } }, index) => {
      const mainPartId = cards[index]?.icCardId ?? '';
      const charge = { cpCode, gunNumber: 1, mainPartType: 2, mainPartId, chargingStrategyType: 3, chargingStrategyVal: WISH_KWH } as const;
      // The platform starts only where it has heard of the plug.
      let orderNo = '';
      await eventually(async () => {
        orderNo = (await api.call(chargingOrderApi.remoteStart, charge)).chargingOrderNo;
      });
      return orderNo;
    }),
  );
  await limitByCar(piles[2]);
  await eventually(async () => {
    for (const orderNo of started) expect(await orderOf(orderNo)).toMatchObject({ orderState: orderState.settled });
  });
  const bills = await Promise.all(
    started.map(async (orderNo) => {
      const order = await orderOf(orderNo);
      const { chargingElec, elecAmount, srvAmount, other1Amount, other2Amount, orderAmount, billingAmount } = order;
      return { chargingElec, elecAmount, srvAmount, other1Amount, other2Amount, orderAmount, billingAmount };
    }),
  );
  expect(bills[0]).toMatchObject({ chargingElec: '0.3700', billingAmount: '0.44' });
  expect(bills[1]).toEqual(bills[0]);
  expect(bills[2]).toEqual(bills[0]);

  // What the v1.0 pile said of its charge: start, end with its periods, and the order with the energy of each half hour.
  const records = await api.listAll(v10RecordApi.list, { chargingOrderNo: started[1] ?? '' });
  expect(new Set(records.map(({ recordType }) => recordType))).toEqual(new Set([2, 3, 4]));
  expect(records).toHaveLength(3);
  const sumOf = (values: readonly unknown[]): string => values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0).toFixed(4);
  const [order] = records.filter(({ recordType }) => recordType === 4);
  expect(sumOf(SLOTS.map((name) => order?.content[name]))).toBe('0.3700');
  const v10 = piles[1]?.facts.cpCode ?? '';
  expect((await api.listAll(v10RecordApi.list, { cpCode: v10, recordType: '1' })).length).toBeGreaterThan(1);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  await eventually(async () => {
    const frames = await api.call(messageLogApi.list, { cpCode: v10, day, pageSize: 100 });
    const types = new Set(frames.records.map(({ msgType }) => msgType));
    for (const type of ['0000', '0100', '9001', '9101', '9002', '9102', '9003', '9103', '9004', '9104', '9010', '9110'])
      expect(types).toContain(type);
  });
});
