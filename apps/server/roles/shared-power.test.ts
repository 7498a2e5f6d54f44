import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { tcpDial } from '#apps/simulator/native/tcp.ts';
import { webSocketDial } from '#apps/simulator/ocpp/websocket.ts';
import { carModels } from '#apps/simulator/model/car.ts';
import { powerW } from '#apps/simulator/model/charge.ts';
import { createPile } from '#apps/simulator/pile/create.ts';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { carWithSoc } from '#apps/simulator/testing/car.ts';
import { strategyType } from '#engines/order/codes.ts';
import { charging, chargingOrderApi, powerSiteApi } from '#domains/charging/resources.ts';
import { chargingRoutes, startPowerDispatcher } from '#domains/charging/server.ts';
import { cardApi } from '#domains/customer/resources.ts';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { pilePowerApi, powerControlApi, powerMonthApi } from '#domains/power/resources.ts';
import { powerRoutes } from '#domains/power/server.ts';
import { pilePolicyApi } from '#domains/tariff/resources.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** Piles of three protocols share the power of a site over real sockets, and their meters say whether they do. */
const LIMIT_KW = 120;
const EFFICIENCY = 0.95;
const stock = {
  SHARE1: { protocol: 'native', code: 1, ratedKw: 120, offlineKw: 40 },
  SHARE2: { protocol: 'v1.0', code: 1, ratedKw: 60, offlineKw: 30 },
  SHARE3: { protocol: 'ocpp16', code: 2, ratedKw: 60, offlineKw: 30 },
} as const;
const codes = ['SHARE1', 'SHARE2', 'SHARE3'] as const;

const MUCH_CENTS = 1_000_000n;
/** It takes more than any of the piles gives. */
const strongCar = carModels.find(({ cells }) => cells > 150) ?? carWithSoc(30).model;

let bed: PileTestbed;
let dispatcher: PollingWorker;
const piles = new Map<string, Pile>();
let site = '';

const kilowattsOf = (pile: Pile | undefined): number => {
  const charge = pile?.gun(1)?.session?.charge;
  return charge ? powerW(charge) / 1_000 : 0;
};
const gridKw = (): number => [...piles.values()].reduce((sum, pile) => sum + kilowattsOf(pile) / EFFICIENCY, 0);

/** The highest sum that the meters have shown since it was reset, looked at a hundred times a second. */
const peak = { kw: 0 };
let watching: NodeJS.Timeout;

const makePile = async (cpCode: keyof typeof stock): Promise<void> => {
  const { server, staff, ids, device, fund } = bed.world;
  const { protocol, code, ratedKw, offlineKw } = stock[cpCode];
  const rest = { cpName: cpCode, cpType: 1, gunCount: 1, cpPower: String(ratedKw), accountMinAmount: '1.00' };
  await server.ok(staff, pileApi.add, { cpCode, stationId: ids.stationId, protocol: code, ...rest });
  await server.ok(staff, pileProfileApi.edit, { cpCode, offlineMaxPower: String(offlineKw) });
  await server.ok(staff, pilePolicyApi.setRateRule, { cpCodes: cpCode, rateRuleId: ids.rateRuleId });
  await server.ok(staff, pileApi.changeState, { entityId: cpCode, setState: 1 });
  const credentials = (await device.credentials(cpCode)) ?? { secret: null, encryptionMode: 0 };
  const dial = code === 1 ? tcpDial({ host: '127.0.0.1', port: bed.ports.pile }) : webSocketDial({ url: `ws://127.0.0.1:${bed.ports.ocpp}/ocpp` });
  const gunTimes = { startMs: [5, 10], tickMs: 10, stepMs: 10 } as const;
  const own = { ratedW: ratedKw * 1_000, outlet: { slewAPerS: 1e6, maxA: 1_000 }, offlineAfterMs: 300 };
  const pile = createPile({ cpCode, protocol, dial, ...credentials, gunTimes, ...own });
  piles.set(cpCode, pile);
  pile.open();
  await pile.waitFor(({ connection }) => connection.live);
  pile.plug(1, { ...carWithSoc(30), model: strongCar });
  const { icCardId } = await server.ok(staff, cardApi.add, { icCardNo: `CARD-${cpCode}`, canDiscount: 1 });
  await fund(`card:${icCardId}`, MUCH_CENTS);
  const start = { cpCode, gunNumber: 1, mainPartType: 2, mainPartId: icCardId, chargingStrategyType: strategyType.untilFull };
  // The pile has to have told of its car first.
  await eventually(async () => expect(await server.call(staff, chargingOrderApi.remoteStart, start)).toMatchObject({ success: true }));
  await pile.waitFor((each) => each.gun(1)?.phase === 'charging');
};

beforeAll(async () => {
  bed = await startPileTestbed({ domains: [charging], routes: (deps) => [...powerRoutes(deps), ...chargingRoutes(deps)] });
  const { server, staff } = bed.world;
  for (const code of codes) await makePile(code);
  const { powerControlId } = await server.ok(staff, powerControlApi.add, { ruleName: 'Site', maxControlPower: String(LIMIT_KW) });
  const period = { startTime: '00:00', changingPower: '0', changingPowerMin: '0', changingSoc: 0, endAction: 0 };
  await server.ok(staff, powerMonthApi.saveMonth, { powerControlId, month: 1, periods: [period] });
  await server.ok(staff, powerMonthApi.copyMonth, { powerControlId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await server.ok(staff, powerControlApi.changeState, { entityId: powerControlId, setState: 1 });
  for (const cpCode of codes) await server.ok(staff, pilePowerApi.setPowerControl, { cpCode, powerControlId });
  dispatcher = startPowerDispatcher(bed.world.deps);
  site = powerControlId;
  watching = setInterval(() => {
    peak.kw = Math.max(peak.kw, gridKw());
  }, 10);
});
afterAll(async () => {
  clearInterval(watching);
  for (const pile of piles.values()) pile.close();
  await dispatcher.stop();
  await bed.close();
});

const worstKw = async (): Promise<number> => {
  const [row] = (await bed.world.server.ok(bed.world.staff, powerSiteApi.list, { powerControlId: site })).records;
  return Number(row?.worstPower ?? Infinity);
};

test('their meters never pass the limit once the first reductions are proven, also when the process that shares the power is killed', async () => {
  expect(gridKw()).toBeGreaterThan(LIMIT_KW);
  await eventually(async () => expect(await worstKw()).toBeLessThanOrEqual(LIMIT_KW));
  // A pile that has confirmed its limit comes down with the next step of its charge.
  await eventually(() => expect(gridKw()).toBeLessThanOrEqual(LIMIT_KW));
  peak.kw = 0;
  await dispatcher.stop();
  // As a killed process leaves the site; its lease has run out.
  await bed.queryRows(`update power_site set owner = 'killed', leased_until = now()`);
  piles.get('SHARE1')?.unplug(1);
  dispatcher = startPowerDispatcher(bed.world.deps);
  const ownerNow = async () => (await bed.queryRows<{ owner: string }>('select owner from power_site'))[0]?.owner;
  await eventually(async () => expect(await ownerNow()).not.toBe('killed'));
  // The others get what the first one leaves, after it has proven that it has nothing.
  const before = kilowattsOf(piles.get('SHARE2')) + kilowattsOf(piles.get('SHARE3'));
  await eventually(() => expect(kilowattsOf(piles.get('SHARE2')) + kilowattsOf(piles.get('SHARE3'))).toBeGreaterThan(before + 5));
  await eventually(() => expect(peak.kw).toBeGreaterThan(20));
  expect(peak.kw).toBeLessThanOrEqual(LIMIT_KW);
});

test('piles whose line is cut fall to their offline limits, within the limit of the site', async () => {
  peak.kw = 0;
  const station = piles.get('SHARE3');
  await eventually(() => expect(kilowattsOf(station)).toBeGreaterThan(stock.SHARE3.offlineKw + 1));
  for (const pile of piles.values()) pile.cut();
  await eventually(() => expect(kilowattsOf(piles.get('SHARE2'))).toBeCloseTo(stock.SHARE2.offlineKw, 0));
  // A station of OCPP keeps the limit of its charge for five minutes.
  station?.setClock(Date.now() + 301_000);
  await eventually(() => expect(kilowattsOf(station)).toBeCloseTo(stock.SHARE3.offlineKw, 0));
  expect(peak.kw).toBeLessThanOrEqual(LIMIT_KW);
});
