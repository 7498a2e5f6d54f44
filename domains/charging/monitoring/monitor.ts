import { count, id, optional, text } from '#kit/fields/field.ts';
import { pileCode } from '#domains/network/resources.ts';
import type { BmsCourse } from '#domains/device/resources.ts';
import type { Curve } from '../order/order-detail.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The most stations in one answer; a browser may watch 200 topics. */
export const STATIONS_MAX = 150;
/** The state of a gun whose pile is offline. */
export const OFFLINE = -1;

/** A station as the monitor lists it. Energy is in 0.1 Wh, power in W, amounts are in minor units, as in live messages. */
export interface LiveStation {
  readonly stationId: string;
  readonly tenantId: string;
  readonly stationName: string;
  readonly timezone: string;
  readonly currency: string;
  readonly pileCount: number;
  readonly onlineCount: number;
  /** By gun work state 0 to 9, and `OFFLINE`. */
  readonly gunsByState: Readonly<Record<string, number>>;
  /** Since midnight at the station: orders begun, and energy and cost of those that have ended. */
  readonly today: { readonly orders: number; readonly endedDwh: number; readonly endedCents: number };
  /** The guns that charge now. */
  readonly running: readonly RunningGun[];
}

export interface RunningGun {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly powerW: number;
  readonly energyDwh: number;
  readonly amountCents: number;
}

/** A pile with its own state, apart from those of its guns. Instants are ISO 8601. */
export interface LivePile {
  readonly cpCode: string;
  readonly cpName: string;
  readonly cpType: number;
  readonly protocol: number;
  readonly cpWorkStat: number;
  /** Null: no fault. */
  readonly cpFaultType: number | null;
  readonly isOnline: boolean;
  readonly onlineSince: string | null;
  readonly offlineSince: string | null;
  /** When the gateway last received a report. */
  readonly lastSeen: string | null;
  /** Since when its upgrade is in the state that is shown. */
  readonly upgradeSince: string | null;
  readonly mainSw: string | null;
  /** What its last status report says besides state and fault, by the names of the protocol. */
  readonly details: Readonly<Record<string, string | number>> | null;
}

/** The last charge at a gun, running or not. */
export interface GunCharge {
  readonly chargingOrderNo: string;
  readonly startTime: string | null;
  readonly stopTime: string | null;
  readonly curve: Curve;
  readonly bms: BmsCourse;
}

/** A gun as its card shows it. */
export interface LiveGun {
  readonly cpCode: string;
  readonly cpName: string;
  readonly cpType: number;
  readonly gunNumber: number;
  readonly gunWorkStat: number;
  readonly gunFaultType: number | null;
  readonly isOnline: boolean;
  /** It was commanded to start while nothing was plugged in, and has not started yet. The state `Preparing` of an OCPP station may mean either. */
  readonly isAwaitingPlug: boolean;
  /** How many seconds its pile waits for the plug after a start; null for a pile that has to be plugged in before. */
  readonly plugWaitS: number | null;
  readonly cpWorkStat: number;
  /** The pile's rating, W. */
  readonly ratedPowerW: number;
  readonly rateRuleNo: string | null;
  readonly currency: string;
  readonly stateChangedAt: string | null;
  readonly reportedAt: string | null;
  /** What was reported of the car that is plugged in and does not charge. */
  readonly car: { readonly vin: string | null; readonly socPercent: number | null };
  readonly status: GunStatusValues;
  /** The last sample, of the order below or of an earlier one. */
  readonly sample: GunSample;
  readonly order: GunOrder | null;
}

/** What the gun reports whether it charges or not. °C, 0.01 V, kΩ, 0.1 kW; null where it has reported none. */
export interface GunStatusValues {
  readonly stopType: number | null;
  readonly statusInfo: number | null;
  readonly positiveTempC: number | null;
  readonly negativeTempC: number | null;
  readonly cpVoltageCv: number | null;
  readonly insulationKohm: number | null;
  readonly maxPowerHw: number | null;
}

export interface GunSample {
  readonly voltageDv: number | null;
  readonly currentDa: number | null;
  readonly powerW: number | null;
  readonly soc: number | null;
  readonly energyDwh: number | null;
  readonly amountCents: number | null;
  readonly remainingMin: number | null;
  readonly bmsVoltageDv: number | null;
  readonly bmsCurrentDa: number | null;
}

export interface GunOrder {
  readonly chargingOrderId: string;
  readonly chargingOrderNo: string;
  readonly orderState: number;
  readonly startTime: string | null;
  readonly startSoc: number | null;
  readonly userName: string | null;
  readonly userMobile: string | null;
  readonly carNum: string | null;
  readonly icCardNo: string | null;
  readonly mainPartType: number | null;
  readonly chargingStrategyType: number;
  /** Decimal text in the strategy's own unit. */
  readonly chargingStrategyVal: string;
}

export interface LiveStations {
  readonly stations: readonly LiveStation[];
  /** There are more stations than these; a keyword finds the others. */
  readonly hasMore: boolean;
}

/** The calls of the monitor that are made again when anything changes at a station are below this path. */
export const monitor = { path: '/order/monitor' } as const;
/** The charge of one gun has a path of its own: it is large, and only news of this gun concern it. */
export const gunCharge = { path: '/order/gunCharge' } as const;

export const monitorApi = {
  stations: endpoint({
    method: 'GET',
    path: `${monitor.path}/stations`,
    allow: 'monitor:list',
    input: { keyword: optional(text({ max: 60 })) },
    output: opaque<LiveStations>(),
  }),
  station: endpoint({
    method: 'GET',
    path: `${monitor.path}/station`,
    allow: 'monitor:list',
    input: { stationId: id() },
    output: opaque<LiveStation>(),
  }),
  guns: endpoint({
    method: 'GET',
    path: `${monitor.path}/guns`,
    allow: 'monitor:list',
    input: { stationId: id() },
    output: opaque<readonly LiveGun[]>(),
  }),
  piles: endpoint({
    method: 'GET',
    path: `${monitor.path}/piles`,
    allow: 'monitor:list',
    input: { stationId: id() },
    output: opaque<readonly LivePile[]>(),
  }),
  /** Needs no right to orders: it tells how the gun charges, and nothing of who pays what. Null before the first charge. */
  charge: endpoint({
    method: 'GET',
    path: gunCharge.path,
    allow: 'monitor:list',
    input: { cpCode: pileCode, gunNumber: count({ min: 1, max: 4 }) },
    output: opaque<GunCharge | null>(),
  }),
};
