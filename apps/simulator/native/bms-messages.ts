import type { BodyOf, PileRequest } from '#engines/protocol/native/messages.ts';
import { cellMaxVolts, maxVolts, openCircuitVolts } from '../model/battery.ts';
import { bmsReadingOf, readingOf, socOf } from '../model/reading.ts';
import type { PileRecord, Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import type { Pile } from '../pile/pile.ts';

export const bmsHandshake = (session: Session): PileRequest | undefined => {
  const { charge } = session;
  if (!charge) return undefined;
  const { model } = charge.car;
  const body: BodyOf<'0011'> = {
    chargingOrderNo: session.orderNo,
    gunNumber: session.gunNumber,
    bmsVersion: '000101',
    batteryType: model.chemistry,
    batteryCapacity: Math.round((model.capacityWh / openCircuitVolts(model, 50)) * 10),
    batteryRatedVoltage: Math.round(openCircuitVolts(model, 50) * 100),
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
  const body: BodyOf<'0012'> = {
    chargingOrderNo: session.orderNo,
    gunNumber: session.gunNumber,
    cellMaxVoltage: Math.round(cellMaxVolts(car.model) * 100),
    maxCurrent: car.model.dcMaxA * 10,
    nominalEnergy: Math.round(car.model.capacityWh / 100),
    maxVoltage: Math.round(maxVolts(car.model) * 100),
    maxTemp: 55,
    soc: Math.round(car.socPercent * 10),
    batteryVoltage: Math.round(openCircuitVolts(car.model, car.socPercent) * 100),
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
  const body: BodyOf<'0013'> = {
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
