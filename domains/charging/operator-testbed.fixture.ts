import { expect } from 'vitest';
import type { ChargingSample, OrderReport, StartResult } from '#engines/protocol/device.ts';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { charging, chargingOrderApi } from './resources.ts';
import { chargingRoutes } from './server.ts';
import { CARD, startChargingWorld } from './charging-testbed.fixture.ts';
import type { ChargingWorld } from './charging-testbed.fixture.ts';

/** A charging world whose orders operators can reach over HTTP, and a pile that does as it is told. */
export interface OperatorTestbed extends ChargingWorld {
  /** Two people of the tenant. */
  readonly anna: Viewer;
  readonly bert: Viewer;
  readonly now: () => number;
  /** Moves the clock of the testbed on. */
  readonly pass: (ms: number) => void;
  readonly plug: (gunNumber?: number, gunWorkStat?: number) => Promise<void>;
  /** Starts by card and charges for some minutes; the order still runs. */
  readonly begin: (more?: Begin) => Promise<string>;
  readonly sample: (orderNo: string, energyDwh: number, more?: Partial<ChargingSample>) => Promise<void>;
  readonly end: (orderNo: string, energyDwh: number, more?: Partial<OrderReport>) => Promise<void>;
  /** From card to books. */
  readonly charge: (energyDwh: number, more?: Partial<OrderReport>) => Promise<string>;
  readonly idOf: (orderNo: string) => Promise<string>;
}
type Pile = Pick<OperatorTestbed, 'now' | 'pass' | 'plug' | 'begin' | 'sample' | 'end'>;

interface Begin {
  readonly energyDwh?: number;
  readonly strategyType?: number;
  readonly strategyValE2?: number;
  readonly result?: Partial<StartResult>;
  /** The card's number. */
  readonly account?: string;
}

const MINUTE_MS = 60_000;

export const startDesk = async (
  beside: Pick<Parameters<typeof startChargingWorld>[0] & object, 'domains' | 'routes' | 'protocol'> = {},
): Promise<OperatorTestbed> => {
  const world = await startChargingWorld({
    protocol: beside.protocol ?? 1,
    domains: [charging, ...(beside.domains ?? [])],
    routes: (deps) => [...chargingRoutes(deps), ...(beside.routes?.(deps) ?? [])],
  });
  const pile = pileOf(world);
  return {
    ...world,
    ...pile,
    anna: { ...viewers.tenant(world.ids.tenantId), username: 'anna' },
    bert: { ...viewers.tenant(world.ids.tenantId), username: 'bert', userId: '77' },
    charge: async (energyDwh, more) => {
      const orderNo = await pile.begin({ energyDwh });
      await pile.end(orderNo, energyDwh, more);
      await world.worker.poll();
      return orderNo;
    },
    idOf: async (orderNo) =>
      (await world.server.ok(world.staff, chargingOrderApi.list, { chargingOrderNo: orderNo })).records[0]?.chargingOrderId ?? '',
  };
};

/** The pile's side: it calls the device back end as the gateway does. */
const pileOf = (world: ChargingWorld): Pile => {
  const { share, pile, device, ahead } = world;
  const meter = { dwh: 1_000_000 };
  const now = (): number => Date.now() + ahead.ms;
  const sample: OperatorTestbed['sample'] = async (chargingOrderNo, energyDwh, more = {}) => {
    const told = { ...sampleOf(chargingOrderNo, now()), energyDwh, meterDwh: meter.dwh + energyDwh, ...more };
    expect(await share.handlers.chargingSample(pile, told)).toEqual({ result: 0 });
  };
  const plug: OperatorTestbed['plug'] = async (gunNumber = 1, gunWorkStat = 3) => {
    await device.handle(pile, { kind: 'gunStatus', gunNumber, gunWorkStat, gunFaultType: 0, plugged: gunWorkStat === 3, atMs: now() });
  };
  const begin: OperatorTestbed['begin'] = async ({
    energyDwh = 20_000,
    strategyType = 1,
    strategyValE2 = 0,
    result = {},
    account: no = CARD,
  } = {}) => {
    await plug();
    const account = { kind: 'startRequest', gunNumber: 1, accountType: 1, account: no } as const;
    const { result: verdict, chargingOrderNo } = await share.handlers.startRequest(pile, { ...account, strategyType, strategyValE2, atMs: now() });
    expect(verdict).toBe(0);
    expect(await share.handlers.startResult(pile, { ...startedOf(chargingOrderNo, now()), startMeterDwh: meter.dwh, ...result })).toEqual({
      result: 0,
    });
    for (let step = 1; step <= 4; step++) {
      ahead.ms += MINUTE_MS;
      await sample(chargingOrderNo, Math.round((energyDwh * step) / 4), { soc: 40 + step });
    }
    return chargingOrderNo;
  };
  const end: OperatorTestbed['end'] = async (chargingOrderNo, energyDwh, more = {}) => {
    ahead.ms += MINUTE_MS;
    const meters = { startMeterDwh: meter.dwh, stopMeterDwh: meter.dwh + energyDwh, energyDwh };
    const digest = `${chargingOrderNo}-${energyDwh}`.padEnd(64, '0');
    expect(await share.handlers.orderReport(pile, { ...endOf(chargingOrderNo, now()), ...meters, digest, ...more })).toEqual({ result: 0 });
    meter.dwh += energyDwh;
  };
  const pass = (ms: number): void => {
    ahead.ms += ms;
  };
  return { now, pass, plug, begin, sample, end };
};

const sampleOf = (chargingOrderNo: string, atMs: number): ChargingSample => ({
  kind: 'chargingSample',
  chargingOrderNo,
  gunNumber: 1,
  atMs,
  voltageDv: 4000,
  currentDa: 1000,
  powerW: 40_000,
  soc: 45,
});

const startedOf = (chargingOrderNo: string, startAtMs: number): Omit<StartResult, 'startMeterDwh'> => ({
  kind: 'startResult',
  chargingOrderNo,
  gunNumber: 1,
  startResult: 0,
  startSource: 16,
  startAtMs,
  startSoc: 40,
  fromStore: false,
});

const endOf = (chargingOrderNo: string, stopAtMs: number): Omit<OrderReport, 'stopMeterDwh' | 'digest'> => ({
  kind: 'orderReport',
  chargingOrderNo,
  gunNumber: 1,
  orderType: 1,
  stopAtMs,
  stopSoc: 60,
  stopReason: 3,
  checkCode: 'ok',
  fromStore: false,
});
