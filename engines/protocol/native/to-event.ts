import { decimalText } from '../codec/number.ts';
import type { BmsReport, DeviceAccount, GunStatus, EndRecord, PileStatus } from '../device.ts';
import type { PileEvent } from '../device-backend.ts';
import { messageOf, type BodyOf, type PileRequest } from './messages.ts';
import { faultType, pileState } from '../../pile/codes.ts';
import { orderType } from '../../order/codes.ts';
import { accountType } from '../codes.ts';

/** If a pile's clock differs by more than this, the platform's clock is used. */
const CLOCK_OFF_MS = 5 * 60_000;

/** The context of a frame besides its body. */
export interface ReceiptContext {
  readonly receivedMs: number;
  /** The pile stored the message while it was offline. */
  readonly fromStore: boolean;
  /** For 0015: SHA-256 and hex of the body, and whether its check code is right. */
  readonly digest: string;
  readonly raw: string;
  readonly checkCode: EndRecord['checkCode'];
}

type AfterLogin = Exclude<PileRequest, { type: '0000' }>;

/** Translates a message of the pile into a protocol-neutral event. */
export const toEvent = (message: AfterLogin, received: ReceiptContext): PileEvent => {
  const { type, body } = message;
  switch (type) {
    case '0001':
      return pileStatus(body, received);
    case '0002':
      return gunStatus(body, received);
    case '0003':
      return { kind: 'accountQuery', gunNumber: body.gunNumber, ...accountOf(body) };
    case '0004':
      return {
        kind: 'startRequest',
        gunNumber: body.gunNumber,
        ...accountOf(body),
        ...propertyIfSet('vin', body.vin),
        strategyType: body.chargingStrategyType,
        strategyValE2: body.chargingStrategyVal,
        ...propertyIfSet('localOrderNo', body.localOrderNo),
        atMs: received.receivedMs,
      };
    case '0005':
      return {
        kind: 'startResult',
        chargingOrderNo: body.chargingOrderNo,
        gunNumber: body.gunNumber,
        startResult: body.startResult,
        startSource: body.startSource,
        startAtMs: body.startTime * 1_000,
        startMeterDwh: body.startMeter,
        ...socOf('startSoc', body.startSoc),
        ...propertyIfSet('vin', body.vin),
        fromStore: received.fromStore,
      };
    case '0006':
      return { kind: 'parameterReport', values: Object.fromEntries(body.values.map(({ tag, value }) => [String(tag), value])) };
    case '0010':
      return {
        kind: 'chargingSample',
        chargingOrderNo: body.chargingOrderNo,
        gunNumber: body.gunNumber,
        atMs: usableTime(body.time, received),
        voltageDv: body.chargingVoltage,
        currentDa: body.chargingCurrent,
        powerW: Math.round((body.chargingVoltage * body.chargingCurrent) / 100),
        ...socOf('soc', body.chargingSoc),
        bmsVoltageDv: body.bmsVoltage,
        bmsCurrentDa: body.bmsCurrent,
        energyDwh: body.chargingElec,
        meterDwh: body.meter,
        amountE4: body.chargingAmount,
        remainingMin: body.chargingRemainingMin,
        gunDcPositiveTemp: body.gunDcPositiveTemp,
        gunDcNegativeTemp: body.gunDcNegativeTemp,
      };
    case '0011':
      return bmsReport('handshake', message, received);
    case '0012':
      return bmsReport('parameter', message, received);
    case '0013':
      return bmsReport('charging', message, received);
    case '0014':
      return bmsReport('end', message, received);
    case '0015':
      return endRecord(body, received);
  }
};

/** Whether the pile's time, in seconds, is near enough to the platform's. */
export const clockFits = (timeS: number, receivedMs: number): boolean => Math.abs(timeS * 1_000 - receivedMs) <= CLOCK_OFF_MS;

/** The pile's time, or the platform's where the pile's clock is wrong, in ms. */
export const usableTime = (timeS: number, { receivedMs, fromStore }: Pick<ReceiptContext, 'receivedMs' | 'fromStore'>): number =>
  clockFits(timeS, receivedMs) || (fromStore && timeS * 1_000 < receivedMs) ? timeS * 1_000 : receivedMs;

const pileStatus = (body: BodyOf<'0001'>, { receivedMs }: ReceiptContext): PileStatus => ({
  kind: 'pileStatus',
  cpWorkStat: body.cpWorkStat,
  cpFaultType: pileFault(body),
  atMs: receivedMs,
  details: {
    moduleStat: body.moduleStat,
    moduleCount: body.moduleCount,
    cabinetTemp: body.cabinetTemp,
    inputVoltage: body.inputVoltage.map((volts) => decimalText(volts, 1)).join(' '),
    doorOpen: body.doorOpen,
    emergencyStop: body.emergencyStop,
    networkKind: body.networkKind,
    signal: body.signal,
  },
});

/** The wire has no null: 0 and 255 of the first field are faults only when the work state says so; other values always are. */
const pileFault = ({ cpWorkStat, cpFaultType }: BodyOf<'0001'>): number | null =>
  cpWorkStat !== pileState.fault && (cpFaultType === faultType.none || cpFaultType === faultType.unknown) ? null : cpFaultType;

const gunStatus = (body: BodyOf<'0002'>, { receivedMs }: ReceiptContext): GunStatus => ({
  kind: 'gunStatus',
  gunNumber: body.gunNumber,
  gunWorkStat: body.gunWorkStat,
  gunStopType: body.gunStopType,
  gunFaultType: body.gunFaultType,
  gunStatusInfo: body.gunStatusInfo,
  gunDcPositiveTemp: body.gunDcPositiveTemp,
  gunDcNegativeTemp: body.gunDcNegativeTemp,
  cpVoltage: decimalText(body.cpVoltage, 2),
  insulationVal: body.insulationVal,
  onlineGunMaxPowerW: body.onlineGunMaxPower * 100,
  ...propertyIfSet('chargingOrderNo', body.chargingOrderNo),
  plugged: body.plugged === 1,
  atMs: receivedMs,
});

type BmsMessage = Extract<PileRequest, { type: '0011' | '0012' | '0013' | '0014' }>;
const bmsReport = (stage: BmsReport['stage'], { type, body }: BmsMessage, { receivedMs }: ReceiptContext): BmsReport => ({
  kind: 'bmsReport',
  stage,
  chargingOrderNo: body.chargingOrderNo,
  gunNumber: body.gunNumber,
  values: labelled(type, body),
  atMs: receivedMs,
});

/** Every measured value by its name: codes and counts as numbers, scaled values as decimal texts. */
const labelled = (type: string, body: Readonly<Record<string, unknown>>): Record<string, string | number> => {
  const values: Record<string, string | number> = {};
  for (const [name, kind] of Object.entries(messageOf(type)?.body.fields ?? {})) {
    if (name === 'chargingOrderNo' || name === 'gunNumber') continue;
    const value = body[name];
    const text = kind.text(value);
    values[name] = typeof value === 'number' && (kind.codes || String(value) === text) ? value : text;
  }
  return values;
};

const endRecord = (body: BodyOf<'0015'>, received: ReceiptContext): EndRecord => ({
  kind: 'endRecord',
  chargingOrderNo: body.chargingOrderNo,
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
  slotEnergyDwh: body.slots,
  deviceAmountE4: [body.elecAmount, body.srvAmount, body.other1Amount, body.other2Amount, body.orderAmount],
  stopReason: body.stopReason,
  ...propertyIfSet('rateRuleNo', body.rateRuleNo),
  checkCode: received.checkCode,
  digest: received.digest,
  raw: received.raw,
  fromStore: received.fromStore,
});

const NO_PASSWORD = '0'.repeat(64);
const accountOf = (body: BodyOf<'0003'> | BodyOf<'0004'>): DeviceAccount => ({
  accountType: accountTypeOf(body.accountType),
  account: body.account,
  ...(body.password === NO_PASSWORD ? {} : { passwordDigest: body.password }),
});

/** Unknown types count as no account. */
export const accountTypeOf = (value: number): DeviceAccount['accountType'] =>
  Object.values(accountType).find((known) => known === value) ?? accountType.none;

/** A text only when the pile filled it in. */
export const propertyIfSet = <N extends string>(name: N, value: string): { readonly [K in N]?: string } =>
  value === '' ? {} : property(name, value);
/** A SOC is 1 to 100; any other value means that the pile does not know it. */
export const socOf = <N extends string>(name: N, value: number): { readonly [K in N]?: number } =>
  value >= 1 && value <= 100 ? property(name, value) : {};

function property<N extends string, V>(name: N, value: V): { readonly [K in N]: V };
function property(name: string, value: unknown): Record<string, unknown> {
  return { [name]: value };
}
