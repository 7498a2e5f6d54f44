import { orderType } from '../../../order/codes.ts';
import { faultType, gunState, pileState, reservationGunStates } from '../../../pile/codes.ts';
import { recordOfType } from '../../codes.ts';
import { decimalText } from '../../codec/number.ts';
import type { BmsReport, ChargingSample, EndRecord, GunStatus, PileStatus, RecordReport, StartResult } from '../../device.ts';
import type { PileEvent } from '../../device-backend.ts';
import { accountTypeOf, propertyIfSet, socOf, usableTime, type ReceiptContext } from '../to-event.ts';
import { slotNames } from './messages/9004-order.ts';
import { statusBit } from './messages/9005-abnormal.ts';
import { recordMessageOf, type RecordBody, type RecordRequest } from './messages.ts';
import type { RecordFields } from './kind.ts';

type AfterLogin = Exclude<RecordRequest, { type: '0000' }>;

/**
 * What a session remembers of a v1.0 pile, because its records divide among them what one typed message says: 9001 has the work states, and 9005 the
 * faults, the door and whether a car is plugged in.
 */
export interface RecordMemory {
  /** By gun, 0 for the pile: the codes of the exceptions that are happening. */
  readonly exceptions: Readonly<Record<number, readonly number[]>>;
  /** The status text of the last abnormal event; empty before the first. */
  readonly status: string;
  /** By gun: the last work state. Gun 0: that of the pile. */
  readonly workStats: Readonly<Record<number, number>>;
  /** By gun: the time of the last abnormal event, in seconds. */
  readonly heardS: Readonly<Record<number, number>>;
  /** The last status report that was stored as a record: its states, and when it arrived. */
  readonly stored: { readonly states: string; readonly atMs: number };
}

export const NO_MEMORY: RecordMemory = { exceptions: {}, status: '', workStats: {}, heardS: {}, stored: { states: '', atMs: 0 } };

/** A status report without a change of state is stored as a record this often. Every frame is in the communication log anyway. */
export const STATUS_STORED_EVERY_MS = 5 * 60_000;

/** Translates a record into the events that a typed pile's messages make, in the order in which they have to be processed; the record itself is first. */
export const toEvents = (
  message: AfterLogin,
  received: ReceiptContext,
  memory: RecordMemory,
): { readonly events: readonly [PileEvent, ...PileEvent[]]; readonly memory: RecordMemory } => {
  const { type, body } = message;
  switch (type) {
    case '9001': {
      const remembered = withWorkStats(memory, body);
      const events = statusEvents(body, received, remembered);
      const states = JSON.stringify([body.cpWorkStat, body.guns.map(({ gunNumber, gunWorkStat, orderNo }) => [gunNumber, gunWorkStat, orderNo])]);
      const { stored } = memory;
      if (states === stored.states && received.receivedMs - stored.atMs < STATUS_STORED_EVERY_MS) return { events, memory: remembered };
      return { events: [reportOf(message, received), ...events], memory: { ...remembered, stored: { states, atMs: received.receivedMs } } };
    }
    case '9002':
      return { events: [reportOf(message, received), startResult(body, received)], memory };
    case '9003':
      return { events: [reportOf(message, received), lastSample(body, received)], memory };
    case '9004':
      return { events: [reportOf(message, received), endRecord(body, received)], memory };
    case '9005': {
      const isOld = body.time < (memory.heardS[body.gunNumber] ?? 0);
      const remembered = isOld ? memory : withAbnormal(memory, body);
      return { events: [reportOf(message, received), ...(isOld ? [] : abnormalEvents(body.gunNumber, received, remembered))], memory: remembered };
    }
  }
};

/** The number of the order that a record is about; empty without one. */
export const orderNoOf = ({ body }: AfterLogin): string => ('orderNo' in body ? body.orderNo : '');

const reportOf = (message: AfterLogin, received: ReceiptContext): RecordReport => ({
  kind: 'recordReport',
  record: recordOfType[message.type],
  gunNumber: 'gunNumber' in message.body ? message.body.gunNumber : 0,
  ...propertyIfSet('chargingOrderNo', orderNoOf(message)),
  atMs: timeOf(message) * 1_000,
  values: labelled(recordMessageOf(message.type)?.body.fields ?? {}, message.body),
  digest: received.digest,
  fromStore: received.fromStore,
});

/** When the record's subject happened, in seconds. */
const timeOf = ({ type, body }: AfterLogin): number => {
  switch (type) {
    case '9002':
      return body.startTime;
    case '9003':
    case '9004':
      return body.stopTime;
    default:
      return body.time;
  }
};

/** Every value by its name: codes, counts and instants as numbers, scaled values as decimal texts. */
const labelled = (fields: RecordFields, row: object): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(row));
  for (const [name, kind] of Object.entries(fields)) {
    const value = given.get(name);
    if (value === null || kind.secret || name === 'checkCode') continue;
    if (Array.isArray(value) && kind.fields) {
      const entryFields = kind.fields;
      values[name] = value.map((entry: object) => labelled(entryFields, entry));
    } else {
      const text = kind.text(value);
      if (text !== '') values[name] = typeof value === 'number' && (kind.codes || String(value) === text) ? value : text;
    }
  }
  return values;
};

const withWorkStats = (memory: RecordMemory, body: RecordBody<'9001'>): RecordMemory => ({
  ...memory,
  workStats: { 0: body.cpWorkStat, ...Object.fromEntries(body.guns.map(({ gunNumber, gunWorkStat }) => [gunNumber, gunWorkStat])) },
});

const withAbnormal = (memory: RecordMemory, body: RecordBody<'9005'>): RecordMemory => ({
  ...memory,
  exceptions: { ...memory.exceptions, [body.gunNumber]: body.happening === 1 ? codesOf(body.exception) : [] },
  status: body.status,
  heardS: { ...memory.heardS, [body.gunNumber]: body.time },
});

/** The positions of the ones. Code 0 means no exception. */
const codesOf = (bits: string): readonly number[] => [...bits].flatMap((bit, code) => (bit === '1' && code > 0 ? [code] : []));

const statusEvents = (body: RecordBody<'9001'>, received: ReceiptContext, memory: RecordMemory): readonly [PileEvent, ...PileEvent[]] => [
  pileStatus(received, memory),
  ...body.guns.flatMap((gun): readonly PileEvent[] => [gunStatus({ gun, received, memory }), ...chargeOf(gun, usableTime(body.time, received))]),
];

/** An abnormal event changes no work state: that is what the next status report is for. */
const abnormalEvents = (gunNumber: number, received: ReceiptContext, memory: RecordMemory): readonly PileEvent[] => {
  if (gunNumber === 0) return [pileStatus(received, memory)];
  const gunWorkStat = memory.workStats[gunNumber];
  return gunWorkStat === undefined ? [] : [gunStatus({ gun: { gunNumber, gunWorkStat }, received, memory })];
};

const pileStatus = ({ receivedMs }: ReceiptContext, memory: RecordMemory): PileStatus => {
  const codes = memory.exceptions[0] ?? [];
  const known = memory.workStats[0] ?? (codes.length > 0 ? pileState.fault : pileState.normal);
  return {
    kind: 'pileStatus',
    cpWorkStat: known,
    cpFaultType: codes.length > 0 ? pileFault(codes) : known === pileState.fault ? faultType.unknown : null,
    atMs: receivedMs,
    details: {
      ...(memory.status !== '' && { doorOpen: bitOf(memory.status, statusBit.door), emergencyStop: bitOf(memory.status, statusBit.emergency) }),
      ...(codes.length > 0 && { exceptions: codes.join(' ') }),
    },
  };
};

/** The fault with the lowest code; the codes from 17 on are reserved. */
const pileFault = (codes: readonly number[]): number => codes.find((code) => code <= PILE_FAULT_MAX) ?? faultType.unknown;
const PILE_FAULT_MAX = 16;

type ReportedGun = Pick<RecordBody<'9001'>['guns'][number], 'gunNumber' | 'gunWorkStat'> &
  Partial<Pick<RecordBody<'9001'>['guns'][number], 'gunPosTemp' | 'gunNegTemp' | 'orderNo'>>;

interface GunReading {
  readonly gun: ReportedGun;
  readonly received: ReceiptContext;
  readonly memory: RecordMemory;
}

const gunStatus = ({ gun, received, memory }: GunReading): GunStatus => {
  const { gunNumber, gunWorkStat, gunPosTemp, gunNegTemp, orderNo = '' } = gun;
  const codes = memory.exceptions[gunNumber] ?? [];
  return {
    kind: 'gunStatus',
    gunNumber,
    gunWorkStat,
    gunFaultType: codes.length > 0 || gunWorkStat === gunState.fault ? faultType.unknown : faultType.none,
    ...(codes.length > 0 && { faultInfo: `exception ${codes.join(' ')}` }),
    ...(gunPosTemp != null && { gunDcPositiveTemp: gunPosTemp }),
    ...(gunNegTemp != null && { gunDcNegativeTemp: gunNegTemp }),
    ...propertyIfSet('chargingOrderNo', orderNo),
    ...pluggedOf(gun, memory),
    atMs: received.receivedMs,
  };
};

/** The other work states tell by themselves whether a cable is plugged in. */
const pluggedOf = ({ gunNumber, gunWorkStat }: ReportedGun, { status }: RecordMemory): { readonly plugged?: boolean } => {
  if (gunWorkStat === gunState.starting) return { plugged: true };
  return status !== '' && reservationGunStates.includes(gunWorkStat) ? { plugged: bitOf(status, statusBit.firstPlugged + gunNumber - 1) === 1 } : {};
};

const bitOf = (bits: string, place: number): number => (bits[place] === '1' ? 1 : 0);

/** The sample of a gun's charge, and the values of its battery. */
const chargeOf = (gun: RecordBody<'9001'>['guns'][number], atMs: number): readonly PileEvent[] => {
  if (gun.orderNo === '' || gun.gunWorkStat !== gunState.charging) return [];
  const sample: ChargingSample = {
    kind: 'chargingSample',
    chargingOrderNo: gun.orderNo,
    gunNumber: gun.gunNumber,
    atMs,
    voltageDv: gun.voltage,
    currentDa: gun.current,
    powerW: Math.round((gun.voltage * gun.current) / 100),
    ...socOf('soc', gun.soc),
    ...(gun.bmsVoltage !== null && { bmsVoltageDv: gun.bmsVoltage }),
    ...(gun.bmsCurrent !== null && { bmsCurrentDa: gun.bmsCurrent }),
    energyDwh: gun.energy,
    meterDwh: gun.meter,
    amountE4: gun.money,
    ...(gun.gunPosTemp !== null && { gunDcPositiveTemp: gun.gunPosTemp }),
    ...(gun.gunNegTemp !== null && { gunDcNegativeTemp: gun.gunNegTemp }),
  };
  return [sample, ...batteryOf(gun, atMs)];
};

/** Under the names that the typed report of a charging battery uses. */
const batteryOf = (gun: RecordBody<'9001'>['guns'][number], atMs: number): readonly BmsReport[] => {
  if (gun.bmsDemandVoltage === null || gun.bmsDemandCurrent === null) return [];
  const values: Record<string, string | number> = {
    demandVoltage: decimalText(gun.bmsDemandVoltage, 1),
    demandCurrent: decimalText(gun.bmsDemandCurrent, 1),
    ...(gun.bmsVoltage !== null && { measuredVoltage: decimalText(gun.bmsVoltage, 1) }),
    ...(gun.bmsCurrent !== null && { measuredCurrent: decimalText(gun.bmsCurrent, 1) }),
    soc: gun.soc,
  };
  return [{ kind: 'bmsReport', stage: 'charging', chargingOrderNo: gun.orderNo, gunNumber: gun.gunNumber, values, atMs }];
};

const startResult = (body: RecordBody<'9002'>, { fromStore }: ReceiptContext): StartResult => ({
  kind: 'startResult',
  chargingOrderNo: body.orderNo,
  gunNumber: body.gunNumber,
  startResult: body.result,
  startSource: body.startSource,
  startAtMs: body.startTime * 1_000,
  startMeterDwh: body.startMeter,
  ...socOf('startSoc', body.startSoc),
  ...propertyIfSet('vin', body.vin),
  fromStore,
});

/**
 * The end of a charge as its last sample. The order ends by its record 9004; where that never arrives, an operator ends it with the last sample, which
 * is then the reading at the end and not one of minutes before.
 */
const lastSample = (body: RecordBody<'9003'>, received: ReceiptContext): ChargingSample => ({
  kind: 'chargingSample',
  chargingOrderNo: body.orderNo,
  gunNumber: body.gunNumber,
  atMs: usableTime(body.stopTime, received),
  ...socOf('soc', body.stopSoc),
  ...(body.periodJson.length > 0 && { energyDwh: body.periodJson.reduce((sum, { energy }) => sum + energy, 0) }),
  meterDwh: body.stopMeter,
});

const endRecord = (body: RecordBody<'9004'>, received: ReceiptContext): EndRecord => ({
  kind: 'endRecord',
  chargingOrderNo: body.orderNo,
  gunNumber: body.gunNumber,
  orderType: body.orderType === orderType.offline || body.orderType === orderType.recalled ? body.orderType : orderType.online,
  startSource: body.startSource,
  ...(body.account === '' ? {} : { account: { accountType: accountTypeOf(body.accountType), account: body.account } }),
  ...propertyIfSet('vin', body.vin),
  startAtMs: body.startTime * 1_000,
  stopAtMs: body.stopTime * 1_000,
  ...socOf('startSoc', body.startSoc),
  ...socOf('stopSoc', body.stopSoc),
  startMeterDwh: body.startMeter,
  stopMeterDwh: body.stopMeter,
  energyDwh: body.chargingElec,
  stageEnergyDwh: [body.elecTip, body.elecPeak, body.elecFlat, body.elecValley],
  slotEnergyDwh: slotNames.map((name) => body[name]),
  deviceAmountE4: [body.elecAmount, body.srvAmount, body.other1Amount, body.other2Amount, body.orderAmount],
  stopReason: body.stopReason,
  ...propertyIfSet('rateRuleNo', body.rateRuleNo),
  checkCode: received.checkCode,
  digest: received.digest,
  raw: received.raw,
  fromStore: received.fromStore,
});
