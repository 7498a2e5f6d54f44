import { describe, expect, it } from 'vitest';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { carModels } from '../model/car.ts';
import { createPile } from '../pile/create.ts';
import { cardPlans, carPlans, companies, rechargeAmounts, persons, users, vipLevels } from './data/people.ts';
import { agents, stations, tenants } from './data/places.ts';
import { rules } from './data/rates.ts';
import { payer, type Driver } from './steps/people.ts';
import { planVisit, methodsOf } from './visits.ts';

const model = carModels[0]!;
const driver = (by: Driver['by'], more: Partial<Driver> = {}): Driver => ({
  tenant: 'huadong',
  by,
  account: 'A1',
  vin: by === 'car' ? 'LSJE24096PS100101' : '',
  model,
  mainPartType: payer.card,
  mainPartId: '1',
  wallet: { mainPartType: payer.card, mainPartId: '1', available: '0.00' },
  ...more,
});
const pile = (protocol: 'native' | 'v1.0' | 'ocpp16', kind: 'dc' | 'ac1' | 'ac3', gunCount = 1) =>
  createPile({ cpCode: 'CP1', protocol, kind, gunCount, dial: () => () => undefined });

describe('the plan of the network', () => {
  it('is two tenants, six stations in two time zones, and forty piles of every kind', () => {
    expect(tenants.map(({ currency }) => currency)).toEqual(['CNY', 'EUR']);
    expect(stations).toHaveLength(6);
    expect(new Set(stations.map(({ place }) => place.timezone)).size).toBe(2);
    const groups = stations.flatMap(({ piles }) => piles);
    const count = (fits: (group: (typeof groups)[number]) => boolean): number => groups.filter(fits).reduce((sum, group) => sum + group.count, 0);
    expect(count(() => true)).toBe(40);
    for (const kind of ['dc', 'ac1', 'ac3']) expect(count((group) => group.kind === kind)).toBeGreaterThan(5);
    expect(count(({ protocol }) => protocol === 'ocpp16')).toBeGreaterThan(8);
    expect(count(({ protocol }) => protocol === 'v1.0')).toBe(4);
    expect(count(({ kind, kilowatt }) => kind === 'dc' && (kilowatt < 60 || kilowatt > 240))).toBe(0);
    expect(users.map(({ username }) => username)).toEqual(['huadong', 'huadong.north', 'huadong.gate', 'rhein']);
  });

  it('names nothing that is not there, and nothing twice', () => {
    for (const { agent, tenant } of stations) expect(agents.find(({ key }) => key === agent)?.tenant).toBe(tenant);
    for (const { rule, acRule, tenant } of stations)
      for (const key of [rule, acRule]) expect(rules.find((plan) => plan.key === key)?.tenant).toBe(tenant);
    for (const { vip, tenant } of [...persons, ...companies].filter((plan) => plan.vip !== undefined))
      expect(vipLevels.find(({ vipLevelName }) => vipLevelName === vip)?.tenant).toBe(tenant);
    for (const { company } of [...cardPlans, ...carPlans].filter((plan) => plan.company !== undefined))
      expect(companies.some(({ custName }) => custName === company)).toBe(true);
    for (const { carVin, model: at } of carPlans) {
      expect(carVin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/);
      expect(carModels[at]).toBeDefined();
    }
    const accounts = [
      ...cardPlans.map(({ icCardNo }) => icCardNo),
      ...carPlans.map(({ carVin }) => carVin),
      ...persons.map(({ custPhone }) => custPhone),
    ];
    expect(new Set(accounts).size).toBe(accounts.length);
    for (const { icCardNo } of cardPlans) expect(icCardNo.length).toBeLessThanOrEqual(20);
  });

  it('prices every month once, every day from midnight on, and uses all four stages somewhere', () => {
    for (const { seasons } of rules) {
      expect(seasons.flatMap(({ months }) => months).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      for (const { periods } of seasons.flatMap(({ fees }) => fees)) {
        expect(periods[0]?.startTime).toBe('00:00');
        const times = periods.map(({ startTime }) => startTime);
        expect(times).toEqual(times.toSorted());
        expect(new Set(times).size).toBe(times.length);
        for (const { startTime } of periods) expect(startTime).toMatch(/^\d\d:(00|30)$/);
      }
    }
    const fees = rules.flatMap(({ seasons }) => seasons.flatMap(({ fees: each }) => each));
    expect(new Set(fees.flatMap(({ periods }) => periods.map(({ rateStage }) => rateStage)))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(fees.some(({ billMode }) => billMode === 2)).toBe(true);
  });
});

describe('a visit', () => {
  it('starts in a way that the pile knows', () => {
    expect(methodsOf(driver('car'), pile('native', 'dc'))).toContain('vin');
    expect(methodsOf(driver('car'), pile('native', 'ac1'))).toEqual(['platform']);
    expect(methodsOf(driver('phone'), pile('ocpp16', 'ac3'))).toEqual(['platform']);
    expect(methodsOf(driver('card', { password: '123456' }), pile('ocpp16', 'dc'))).toEqual(['platform']);
    expect(methodsOf(driver('company'), pile('native', 'dc'))).toEqual(['platform']);
    for (const by of ['card', 'car', 'phone'] as const) expect(methodsOf(driver(by), pile('v1.0', 'dc'))).toEqual(['platform']);
  });

  it('is decided within sensible bounds: most are short, some are long, some fail', () => {
    const rng = seededRng(5);
    const at = pile('native', 'dc', 2);
    const visits = Array.from({ length: 2_000 }, () => planVisit(rng, { driver: driver('card'), pile: at }));
    for (const { socPercent, wish, beforeMs, lingerMs, endAfterMs } of visits) {
      expect(socPercent).toBeGreaterThan(10);
      expect(socPercent).toBeLessThan(100);
      expect(Number.isInteger(wish.strategyValE2)).toBe(true);
      for (const ms of [beforeMs, lingerMs, endAfterMs]) expect(ms).toBeGreaterThan(0);
    }
    const bySoc = visits.filter(({ wish }) => wish.strategyType === 4);
    expect(bySoc.every(({ wish, socPercent }) => wish.strategyValE2 > socPercent * 100 && wish.strategyValE2 <= 10_000)).toBe(true);
    expect(visits.every(({ wish }) => wish.strategyType === 1 || wish.strategyValE2 > 0)).toBe(true);
    const share = (fits: (visit: (typeof visits)[number]) => boolean): number => visits.filter(fits).length / visits.length;
    expect(share(({ endAfterMs }) => endAfterMs < 300_000)).toBeGreaterThan(0.7);
    expect(share(({ failure }) => failure !== 0)).toBeGreaterThan(0.01);
    expect(share(({ failure }) => failure !== 0)).toBeLessThan(0.08);
    expect(new Set(visits.map(({ wish }) => wish.strategyType))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(new Set(visits.map(({ ending }) => ending))).toEqual(new Set(['goal', 'card', 'unplug', 'remote']));
  });

  it('finds wallets filled far above what one visit costs', () => {
    for (const { low, person, card, company } of Object.values(rechargeAmounts))
      for (const filled of [person, card, company]) expect(Number(filled)).toBeGreaterThan(low);
  });
});
