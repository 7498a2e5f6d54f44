/** Messages of an ordinary direct current pile, for tests and benchmarks whose subject is something else. */
import type { PileRequest } from '../messages.ts';

const NO_PASSWORD = '0'.repeat(64);

/** The state of gun 1: 2 idle, 3 plugged, 6 charging, 7 ended. */
export const gunInfo = (gunWorkStat: 2 | 3 | 6 | 7, chargingOrderNo = ''): PileRequest => ({
  type: '0002',
  body: {
    gunNumber: 1,
    gunWorkStat,
    gunStopType: 0,
    gunFaultType: 0,
    gunStatusInfo: 0,
    gunDcPositiveTemp: 25,
    gunDcNegativeTemp: 25,
    cpVoltage: 600,
    insulationVal: 500,
    onlineGunMaxPower: 1_200,
    chargingOrderNo,
    plugged: gunWorkStat === 2 ? 0 : 1,
    homed: 0,
    locked: 1,
  },
});

export const pileInfo: PileRequest = {
  type: '0001',
  body: {
    cpWorkStat: 1,
    cpFaultType: 0,
    moduleStat: 0,
    moduleCount: 4,
    cabinetTemp: 30,
    inputVoltage: [3_800, 3_800, 3_800],
    doorOpen: 0,
    emergencyStop: 0,
    networkKind: 1,
    signal: 90,
  },
};

/** A card requests a charge until the battery is full. */
export const startRequest = (account: string): PileRequest => ({
  type: '0004',
  body: {
    gunNumber: 1,
    accountType: 1,
    account,
    password: NO_PASSWORD,
    vin: '',
    chargingStrategyType: 1,
    chargingStrategyVal: 0,
    localOrderNo: '',
  },
});

export const startResult = (facts: { readonly chargingOrderNo: string; readonly startTime: number; readonly startMeter: number }): PileRequest => ({
  type: '0005',
  body: { ...facts, gunNumber: 1, startResult: 0, startSource: 16, startSoc: 40, vin: '' },
});

export const chargingInfo = (facts: {
  readonly chargingOrderNo: string;
  readonly time: number;
  readonly chargingElec: number;
  readonly meter: number;
}): PileRequest => ({
  type: '0010',
  body: {
    ...facts,
    gunNumber: 1,
    chargingVoltage: 4_000,
    chargingCurrent: 1_500,
    chargingSoc: 45,
    bmsVoltage: 4_000,
    bmsCurrent: 1_500,
    chargingAmount: 0,
    chargingRemainingMin: 30,
    gunDcPositiveTemp: 40,
    gunDcNegativeTemp: 40,
  },
});
