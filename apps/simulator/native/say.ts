import type { BodyOf, PileRequest } from '#engines/protocol/native/messages.ts';
import { cellMaxVolts, maxVolts, restVolts } from '../model/battery.ts';
import { amountsOf, stagesOf } from '../model/price.ts';
import { bmsReadingOf, readingOf, socOf } from '../model/reading.ts';
import type { GunPhase, PileRecord, Session } from '../pile/facts.ts';
import { temperatureAt, type Gun } from '../pile/gun.ts';
import type { Pile } from '../pile/pile.ts';
import { twisted } from './lies.ts';

type Body<T extends PileRequest['type']> = Extract<PileRequest, { type: T }>['body'];

export const pileInfo = (pile: Pile): PileRequest => ({
  type: '0001',
  body: {
    cpWorkStat: pile.pileFault !== 0 ? 7 : pile.upgrading ? 3 : pile.pileDisabled ? 0 : 1,
    cpFaultType: pile.pileFault,
    moduleStat: 0,
    moduleCount: pile.facts.kind === 'dc' ? Math.max(1, Math.round(pile.facts.ratedW / MODULE_W)) : 0,
    cabinetTemp: 24 + Math.round(6 * share(pile)),
    inputVoltage: pile.facts.kind === 'ac1' ? [2_300, 0, 0] : [2_310, 2_300, 2_290],
    doorOpen: 0,
    emergencyStop: pile.pileFault === EMERGENCY ? 1 : 0,
    networkKind: 4,
    signal: 82,
  },
});

export const gunInfo = (pile: Pile, gun: Gun): PileRequest => ({
  type: '0002',
  body: {
    gunNumber: gun.number,
    gunWorkStat: workStat[gun.phase],
    gunStopType: gun.lastStop,
    gunFaultType: gun.fault,
    gunStatusInfo: 0,
    gunDcPositiveTemp: temperatureAt(gun),
    gunDcNegativeTemp: temperatureAt(gun) - 1,
    cpVoltage: gun.phase === 'charging' ? 600 : gun.car ? 900 : 1_200,
    insulationVal: pile.facts.kind === 'dc' ? 1_480 : 0,
    onlineGunMaxPower: Math.round(Math.min(pile.facts.ratedW, pile.limitW) / 100),
    chargingOrderNo: gun.session?.orderNo ?? '',
    plugged: gun.car ? 1 : 0,
    homed: gun.car ? 0 : 1,
    locked: gun.session ? 1 : 0,
  },
});

export const chargingInfo = (pile: Pile, gun: Gun, session: Session): PileRequest | undefined => {
  if (!session.charge) return undefined;
  const reading = readingOf(session.charge, gun.conditions);
  return {
    type: '0010',
    body: {
      chargingOrderNo: session.orderNo,
      gunNumber: gun.number,
      chargingVoltage: reading.voltageDv,
      chargingCurrent: reading.currentDa,
      chargingSoc: pile.facts.kind === 'dc' ? reading.soc : 0,
      bmsVoltage: pile.facts.kind === 'dc' ? reading.voltageDv : 0,
      bmsCurrent: pile.facts.kind === 'dc' ? reading.currentDa : 0,
      chargingElec: reading.energyDwh,
      chargingAmount: reading.amountE4,
      chargingRemainingMin: reading.remainingMin,
      meter: reading.meterDwh,
      gunDcPositiveTemp: reading.positiveC,
      gunDcNegativeTemp: reading.negativeC,
      time: seconds(pile.clockMs),
    },
  };
};

export const startResult = (record: PileRecord): PileRequest => ({
  type: '0005',
  body: {
    chargingOrderNo: record.session.orderNo,
    gunNumber: record.session.gunNumber,
    startResult: record.code,
    startSource: record.session.startSource,
    startTime: seconds((record.session.charge?.startMs ?? record.atMs) + record.clockOffMs),
    startMeter: record.meterDwh,
    startSoc: record.session.charge ? socOf(record.session.charge.startSoc) : 0,
    vin: record.session.vin,
  },
});

/** The order record without its check code, as the pile believes it or as it is made to lie. */
export const orderBody = (pile: Pile, record: PileRecord): Omit<BodyOf<'0015'>, 'checkCode'> => {
  const { session, clockOffMs } = record;
  const { charge, claim } = session;
  const rule = pile.memory.rule;
  const slots = charge?.slotDwh ?? [];
  const [elecTip, elecPeak, elecFlat, elecValley] = stagesOf(rule, slots);
  const { itemsE4, totalE4 } = amountsOf(rule, { slotDwh: slots, slotMs: charge?.slotMs ?? [] });
  const body: Omit<BodyOf<'0015'>, 'checkCode'> = {
    chargingOrderNo: session.orderNo,
    gunNumber: session.gunNumber,
    orderType: record.orderType,
    startSource: session.startSource,
    accountType: claim.accountType,
    account: claim.account,
    vin: session.vin,
    startTime: seconds((charge?.startMs ?? record.atMs) + clockOffMs),
    stopTime: seconds(record.atMs + clockOffMs),
    startSoc: charge ? socOf(charge.startSoc) : 0,
    stopSoc: charge ? socOf(charge.car.socPercent) : 0,
    startMeter: charge?.startMeterDwh ?? record.meterDwh,
    stopMeter: record.meterDwh,
    chargingElec: charge?.energyDwh ?? 0,
    elecTip,
    elecPeak,
    elecFlat,
    elecValley,
    slots,
    elecAmount: itemsE4[0],
    srvAmount: itemsE4[1],
    other1Amount: itemsE4[2],
    other2Amount: itemsE4[3],
    orderAmount: totalE4,
    stopReason: record.code,
    rateRuleNo: rule?.rateRuleNo ?? session.rateRuleNo,
  };
  return record.lie ? twisted(body, record.lie) : body;
};

export const bmsHandshake = (session: Session): PileRequest | undefined => {
  const { charge } = session;
  if (!charge) return undefined;
  const { model } = charge.car;
  const body: Body<'0011'> = {
    chargingOrderNo: session.orderNo,
    gunNumber: session.gunNumber,
    bmsVersion: '000101',
    batteryType: model.chemistry,
    batteryCapacity: Math.round((model.capacityWh / restVolts(model, 50)) * 10),
    batteryRatedVoltage: Math.round(restVolts(model, 50) * 100),
    batteryMaker: 'CELL',
    batteryPackNo: (charge.seed >>> 0).toString(16).toUpperCase().padStart(8, '0'),
    batteryYear: 2024,
    batteryMonth: 1 + (charge.seed % 12),
    batteryDay: 1 + (charge.seed % 28),
    batteryCycles: charge.seed % 900,
    batteryOwner: 1,
    vin: session.vin,
    bmsSoftware: '0102030405060708',
  };
  return { type: '0011', body };
};

export const bmsParameter = (pile: Pile, session: Session): PileRequest | undefined => {
  const { charge } = session;
  if (!charge) return undefined;
  const { car, outlet } = charge;
  const body: Body<'0012'> = {
    chargingOrderNo: session.orderNo,
    gunNumber: session.gunNumber,
    cellMaxVoltage: Math.round(cellMaxVolts(car.model) * 100),
    maxCurrent: car.model.dcMaxA * 10,
    nominalEnergy: Math.round(car.model.capacityWh / 100),
    maxVoltage: Math.round(maxVolts(car.model) * 100),
    maxTemp: 55,
    soc: Math.round(car.socPercent * 10),
    batteryVoltage: Math.round(restVolts(car.model, car.socPercent) * 100),
    pileMaxVoltage: outlet.maxV * 100,
    pileMinVoltage: 20_000,
    pileMaxCurrent: outlet.maxA * 10,
    pileMinCurrent: 0,
  };
  return pile.facts.kind === 'dc' ? { type: '0012', body } : undefined;
};

export const bmsCharging = (gun: Gun, session: Session): PileRequest | undefined => {
  const { charge } = session;
  if (!charge) return undefined;
  const bms = bmsReadingOf(charge);
  const body: Body<'0013'> = {
    chargingOrderNo: session.orderNo,
    gunNumber: gun.number,
    demandVoltage: bms.demandVoltageDv,
    demandCurrent: bms.demandCurrentDa,
    chargingMode: bms.mode,
    measuredVoltage: bms.voltageDv,
    measuredCurrent: bms.currentDa,
    cellMaxVoltage: bms.cellMaxCv,
    cellMaxGroup: bms.cellMaxGroup,
    soc: socOf(charge.car.socPercent),
    remainingMin: readingOf(charge, gun.conditions).remainingMin,
    maxTemp: bms.maxC,
    maxTempPoint: 3,
    minTemp: bms.minC,
    minTempPoint: 11,
    cellVoltageFlag: 0,
    socFlag: 0,
    currentFlag: 0,
    tempFlag: 0,
    insulationFlag: 0,
    connectorFlag: 0,
    chargingPermitted: 1,
  };
  return { type: '0013', body };
};

export const bmsEnd = (record: PileRecord): PileRequest | undefined => {
  const { charge } = record.session;
  if (!charge) return undefined;
  const bms = bmsReadingOf(charge);
  return {
    type: '0014',
    body: {
      chargingOrderNo: record.session.orderNo,
      gunNumber: record.session.gunNumber,
      soc: socOf(charge.car.socPercent),
      cellMinVoltage: Math.max(0, bms.cellMaxCv - 3),
      cellMaxVoltage: bms.cellMaxCv,
      minTemp: bms.minC,
      maxTemp: bms.maxC,
      chargedMin: Math.round((record.atMs - charge.startMs) / 60_000),
      chargedEnergy: Math.round(charge.energyDwh / 1_000),
      bmsAbortReasons: 0,
      chargerAbortReasons: 0,
    },
  };
};

export const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1_000));

const EMERGENCY = 2;
const MODULE_W = 20_000;
const workStat: Readonly<Record<GunPhase, number>> = {
  disabled: 0,
  idle: 2,
  plugged: 3,
  reserved: 4,
  starting: 5,
  charging: 6,
  ended: 7,
  failed: 8,
  fault: 9,
};

/** How busy the pile is, 0 to 1. */
const share = (pile: Pile): number => pile.guns.filter((gun) => gun.phase === 'charging').length / pile.guns.length;
