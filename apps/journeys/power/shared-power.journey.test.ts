import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE_MS, eventually } from '#kit/test/patience.ts';
import { carModels } from '#apps/simulator/model/car.ts';
import { powerW } from '#apps/simulator/model/charge.ts';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { strategyType } from '#engines/order/codes.ts';
import { chargingOrderApi, powerSiteApi } from '#domains/charging/resources.ts';
import { cardApi } from '#domains/customer/resources.ts';
import { pileProfileApi } from '#domains/network/resources.ts';
import { pilePowerApi, powerControlApi, powerMonthApi } from '#domains/power/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';
import { openTestSite, rowOf } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

/** Piles of three protocols with 120 kW each share the 120 kW of their site, while people look on and the server is killed. */

const LIMIT_KW = 120;
const EFFICIENCY = 0.95;
const OFFLINE_KW = { native: 40, v10: 30, ocpp: 30 } as const;
const names = ['native', 'v10', 'ocpp'] as const;

let site: TestSite;
let network: TestNetwork;
let chargers: ChargingFixture;
let watching: NodeJS.Timeout;
/** The highest sum that the meters have shown since it was reset, looked at a hundred times a second. */
const shown = { peakKw: 0 };

const kilowattsOf = (pile: Pile): number => {
  const charge = pile.gun(1)?.session?.charge;
  return charge ? powerW(charge) / 1_000 : 0;
};
const gridKw = (): number => names.reduce((sum, name) => sum + kilowattsOf(chargers[name]) / EFFICIENCY, 0);
const options = { interval: 50 };

beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  chargers = await openChargingFixture(site.product, network, { offlineAfterMs: 500, outlet: { slewAPerS: 1e6, maxA: 1_000 } });
  const model = carModels.find(({ cells }) => cells > 150);
  if (!model) throw new Error('the simulator knows no strong car');
  for (const name of names) {
    const pile = chargers[name];
    await pile.waitFor(({ connection }) => connection.live);
    pile.plug(1, { ...aCar(`LPOWER000000000${names.indexOf(name)}0`), model });
    const { cpCode } = pile.facts;
    const { version } = await network.tenant.ok(pileProfileApi.queryById, { id: cpCode });
    await network.tenant.ok(pileProfileApi.edit, { cpCode, version, offlineMaxPower: String(OFFLINE_KW[name]) });
    const [card] = (await network.tenant.ok(cardApi.list, { icCardNo: chargers.cards[name].no })).records;
    const start = { cpCode, gunNumber: 1, mainPartType: 2, mainPartId: card?.icCardId, chargingStrategyType: strategyType.untilFull };
    // The pile has to have told of its car first.
    await eventually(() => network.tenant.ok(chargingOrderApi.remoteStart, start), options.interval);
    await pile.waitFor((each) => each.gun(1)?.phase === 'charging');
  }
  watching = setInterval(() => {
    shown.peakKw = Math.max(shown.peakKw, gridKw());
  }, 10);
});
afterAll(async () => {
  clearInterval(watching);
  chargers?.close();
  await site?.close();
});

const addControl = async (): Promise<string> => {
  const { tenant } = network;
  const { powerControlId } = await tenant.ok(powerControlApi.add, { ruleName: 'Shared site', maxControlPower: String(LIMIT_KW) });
  const period = { startTime: '00:00', changingPower: '0', changingPowerMin: '0', changingSoc: 0, endAction: 0 };
  await tenant.ok(powerMonthApi.saveMonth, { powerControlId, month: 1, periods: [period] });
  await tenant.ok(powerMonthApi.copyMonth, { powerControlId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await tenant.ok(powerControlApi.changeState, { entityId: powerControlId, setState: 1 });
  return powerControlId;
};

test('three protocols share the limit of a site, people see why each gun gets what it gets, and a kill of the server passes no limit', async () => {
  await expect.poll(gridKw, options).toBeGreaterThan(LIMIT_KW);
  const powerControlId = await addControl();
  for (const name of names) await network.tenant.ok(pilePowerApi.setPowerControl, { cpCode: chargers[name].facts.cpCode, powerControlId });
  const worstKw = async () => Number((await network.tenant.ok(powerSiteApi.list, { powerControlId })).records[0]?.worstPower ?? Infinity);
  await expect.poll(worstKw, options).toBeLessThanOrEqual(LIMIT_KW);
  await expect.poll(gridKw, options).toBeLessThanOrEqual(LIMIT_KW);
  shown.peakKw = 0;

  const { page } = await site.enter(tenantPerson, '/monitor/power-site');
  await rowOf(page, 'North One').getByText('View').click();
  const guns = page.getByRole('region', { name: 'Guns', exact: true });
  await expect.poll(() => guns.locator('tbody tr[data-row-key]').count(), options).toBe(3);
  for (const name of names) await guns.getByText(chargers[name].facts.cpCode).first().waitFor();
  const proven = () => guns.getByText('Proven', { exact: true }).count();
  await expect.poll(proven, options).toBe(3);
  await guns
    .getByText(/^The site is shared by/u)
    .first()
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // What the page shows was heard after the last commands were answered: nothing is in flight that would have to be waited for after the kill.
  const drawnKw = async () => Number(/Draw\s+([\d.]+)/u.exec(await page.locator('.cp-head').innerText())?.[1] ?? 0);
  // A v1.0 pile tells no power, so two of the three are drawn.
  await expect.poll(drawnKw, options).toBeGreaterThan(LIMIT_KW * 0.6);
  await expect.poll(proven, options).toBe(3);
  expect(shown.peakKw).toBeLessThanOrEqual(LIMIT_KW);

  let fallenKw = Infinity;
  const falling = setInterval(() => {
    fallenKw = Math.min(fallenKw, chargers.native.connection.live ? Infinity : kilowattsOf(chargers.native));
  }, 10);
  await site.restart('kill');
  const restartedMs = Date.now();
  clearInterval(falling);
  // While nobody spoke to them, the piles with a parameter for it fell to their offline limits.
  expect(fallenKw).toBeLessThanOrEqual(OFFLINE_KW.native + 1);
  for (const name of names) await chargers[name].waitFor(({ connection }) => connection.live, PATIENCE_MS);
  await expect.poll(gridKw, options).toBeGreaterThan(LIMIT_KW * 0.8);
  expect(shown.peakKw).toBeLessThanOrEqual(LIMIT_KW);
  // Another process takes the site over when the lease of the killed one has ended, and proves everything anew.
  const [row] = (await network.tenant.ok(powerSiteApi.list, { powerControlId })).records;
  const proofs = async () => {
    const live = await network.tenant.ok(powerSiteApi.live, { id: row?.powerSiteId ?? '' });
    return live && live.atMs > restartedMs ? live.guns.map(({ proof }) => proof) : [];
  };
  await expect.poll(proofs, options).toEqual(['proven', 'proven', 'proven']);
  await expect.poll(proven, options).toBe(3);
});
