import { expect } from 'vitest';
import type { ChargingSample, EndRecord, StartResult } from '#engines/protocol/device.ts';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { charging, chargingOrderApi } from './resources.ts';
import { chargingRoutes } from './server.ts';
import { CARD, startChargingTestbed } from './charging-testbed.fixture.ts';
import type { ChargingTestbed } from './charging-testbed.fixture.ts';

/** A charging testbed whose orders operators reach over HTTP, with a pile that obeys. */
export interface OperatorTestbed extends ChargingTestbed {
  /** Two people of the tenant. */
  readonly anna: Viewer;
  readonly bert: Viewer;
  readonly now: () => number;
  /** Advances the clock of the testbed. */
  readonly advance: (ms: number) => void;
  readonly plug: (gunNumber?: number, gunWorkStat?: number) => Promise<void>;
  /** Starts by card and charges for some minutes; the order still runs. */
  readonly startCharging: (options?: StartOptions) => Promise<string>;
  readonly sample: (orderNo: string, energyDwh: number, more?: Partial<ChargingSample>) => Promise<void>;
  readonly sendEndRecord: (orderNo: string, energyDwh: number, more?: Partial<EndRecord>) => Promise<void>;
  /** A whole charge, from the card to the books. */
  readonly charge: (energyDwh: number, more?: Partial<EndRecord>) => Promise<string>;
  readonly idOf: (orderNo: string) => Promise<string>;
}
type PileActions = Pick<OperatorTestbed, 'now' | 'advance' | 'plug' | 'startCharging' | 'sample' | 'sendEndRecord'>;

interface StartOptions {
  readonly energyDwh?: number;
  readonly strategyType?: number;
  readonly strategyValE2?: number;
  readonly result?: Partial<StartResult>;
  /** The card's number. */
  readonly account?: string;
}

const MINUTE_MS = 60_000;

export const startOperatorTestbed = async (
  options: Pick<Parameters<typeof startChargingTestbed>[0] & object, 'domains' | 'routes' | 'protocol'> = {},
): Promise<OperatorTestbed> => {
  const base = await startChargingTestbed({
    protocol: options.protocol ?? 1,
    domains: [charging, ...(options.domains ?? [])],
    routes: (deps) => [...chargingRoutes(deps), ...(options.routes?.(deps) ?? [])],
  });
  const pile = pileOf(base);
  return {
    ...base,
    ...pile,
    anna: { ...viewers.tenant(base.ids.tenantId), username: 'anna' },
    bert: { ...viewers.tenant(base.ids.tenantId), username: 'bert', userId: '77' },
    charge: async (energyDwh, more) => {
      const orderNo = await pile.startCharging({ energyDwh });
      await pile.sendEndRecord(orderNo, energyDwh, more);
      await base.worker.poll();
      return orderNo;
    },
    idOf: async (orderNo) =>
      (await base.server.ok(base.staff, chargingOrderApi.list, { chargingOrderNo: orderNo })).records[0]?.chargingOrderId ?? '',
  };
};

/** The pile's side: it calls the device handlers as the gateway does. */
const pileOf = (base: ChargingTestbed): PileActions => {
  const { charging: chargingHandlers, pile, device, clockOffset } = base;
  const meter = { dwh: 1_000_000 };
  const now = (): number => Date.now() + clockOffset.ms;
  const sample: OperatorTestbed['sample'] = async (chargingOrderNo, energyDwh, more = {}) => {
    const event = { ...sampleOf(chargingOrderNo, now()), energyDwh, meterDwh: meter.dwh + energyDwh, ...more };
    expect(await chargingHandlers.handlers.chargingSample(pile, event)).toEqual({ result: 0 });
  };
  const plug: OperatorTestbed['plug'] = async (gunNumber = 1, gunWorkStat = 3) => {
    await device.handle(pile, { kind: 'gunStatus', gunNumber, gunWorkStat, gunFaultType: 0, plugged: gunWorkStat === 3, atMs: now() });
  };
  const startCharging: OperatorTestbed['startCharging'] = async ({
    energyDwh = 20_000,
    strategyType = 1,
    strategyValE2 = 0,
    result = {},
    account: no = CARD,
  } = {}) => {
    await plug();
    const account = { kind: 'startRequest', gunNumber: 1, accountType: 1, account: no } as const;
    const { result: verdict, chargingOrderNo } = await chargingHandlers.handlers.startRequest(pile, {
      ...account,
      strategyType,
      strategyValE2,
      atMs: now(),
    });
    expect(verdict).toBe(0);
    expect(await chargingHandlers.handlers.startResult(pile, { ...startedOf(chargingOrderNo, now()), startMeterDwh: meter.dwh, ...result })).toEqual({
      result: 0,
    });
    for (let step = 1; step <= 4; step++) {
      clockOffset.ms += MINUTE_MS;
      await sample(chargingOrderNo, Math.round((energyDwh * step) / 4), { soc: 40 + step });
    }
    return chargingOrderNo;
  };
  const sendEndRecord: OperatorTestbed['sendEndRecord'] = async (chargingOrderNo, energyDwh, more = {}) => {
    clockOffset.ms += MINUTE_MS;
    const meters = { startMeterDwh: meter.dwh, stopMeterDwh: meter.dwh + energyDwh, energyDwh };
    const digest = `${chargingOrderNo}-${energyDwh}`.padEnd(64, '0');
    expect(await chargingHandlers.handlers.endRecord(pile, { ...endRecordOf(chargingOrderNo, now()), ...meters, digest, ...more })).toEqual({
      result: 0,
    });
    meter.dwh += energyDwh;
  };
  const advance = (ms: number): void => {
    clockOffset.ms += ms;
  };
  return { now, advance, plug, startCharging, sample, sendEndRecord };
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

const endRecordOf = (chargingOrderNo: string, stopAtMs: number): Omit<EndRecord, 'stopMeterDwh' | 'digest'> => ({
  kind: 'endRecord',
  chargingOrderNo,
  gunNumber: 1,
  orderType: 1,
  stopAtMs,
  stopSoc: 60,
  stopReason: 3,
  checkCode: 'ok',
  fromStore: false,
});
