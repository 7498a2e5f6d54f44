import { gunLimitW } from '../pile/power-limit.ts';
import type { BodyOf, PileRequest } from '#engines/protocol/native/messages.ts';
import { gunStatusInfo } from '#domains/network/resources.ts';
import { amountsOf, stagesOf } from '../model/price.ts';
import { readingOf, socOf } from '../model/reading.ts';
import type { GunPhase, PileRecord, Session } from '../pile/facts.ts';
import { temperatureAt, type Gun } from '../pile/gun.ts';
import type { Pile } from '../pile/pile.ts';
import { falsify } from './false-records.ts';

export const pileInfo = (pile: Pile): PileRequest => ({
  type: '0001',
  body: {
    cpWorkStat: cpWorkStatOf(pile),
    cpFaultType: pile.pileFault,
    moduleStat: 0,
    moduleCount: pile.facts.kind === 'dc' ? Math.max(1, Math.round(pile.facts.ratedW / MODULE_W)) : 0,
    cabinetTemp: 24 + Math.round(6 * loadShare(pile)),
    inputVoltage: pile.facts.kind === 'ac1' ? [2_300, 0, 0] : [2_310, 2_300, 2_290],
    doorOpen: 0,
    emergencyStop: pile.pileFault === EMERGENCY ? 1 : 0,
    networkKind: 4,
    signal: 82,
  },
});

export const cpWorkStatOf = (pile: Pile): number => (pile.pileFault !== 0 ? 7 : pile.upgrading ? 3 : pile.pileDisabled ? 0 : 1);

export const gunInfo = (pile: Pile, gun: Gun): PileRequest => ({
  type: '0002',
  body: {
    gunNumber: gun.number,
    gunWorkStat: workStat[gun.phase],
    gunStopType: gun.lastStop,
    gunFaultType: gun.fault,
    gunStatusInfo: statusInfo[gun.phase],
    gunDcPositiveTemp: temperatureAt(gun),
    gunDcNegativeTemp: temperatureAt(gun) - 1,
    cpVoltage: gun.phase === 'charging' ? 600 : gun.car ? 900 : 1_200,
    insulationVal: pile.facts.kind === 'dc' ? insulationKohm(gun) : 0,
    onlineGunMaxPower: Math.round(Math.min(pile.facts.ratedW, pile.limitW, gunLimitW(pile, gun.number)) / 100),
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

export const startResult = (record: PileRecord): Extract<PileRequest, { type: '0005' }> => ({
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

/** The order record without its check code, true or falsified. */
export const orderBody = (record: PileRecord): Omit<BodyOf<'0015'>, 'checkCode'> => {
  const { session, clockOffMs } = record;
  const { charge, claim, rule } = session;
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
  return record.lie ? falsify(body, record.lie) : body;
};

export const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1_000));

export const EMERGENCY = 2;
const MODULE_W = 20_000;
export const workStat: Readonly<Record<GunPhase, number>> = {
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

const { idle, connected, insulationTest, charging, ended, fault, disabled, reservedState } = gunStatusInfo.items;
const statusInfo: Readonly<Record<GunPhase, number>> = {
  disabled: disabled.value,
  idle: idle.value,
  plugged: connected.value,
  reserved: reservedState.value,
  starting: insulationTest.value,
  charging: charging.value,
  ended: ended.value,
  failed: ended.value,
  fault: fault.value,
};

const INSULATION_KOHM = 1_480;
/** A car's own insulation lies parallel to that of the cable. */
const insulationKohm = (gun: Gun): number => INSULATION_KOHM - (gun.car ? 220 + (temperatureAt(gun) - 20) * 4 : 0);

/** The share of guns that charge, 0 to 1. */
const loadShare = (pile: Pile): number => pile.guns.filter((gun) => gun.phase === 'charging').length / pile.guns.length;
