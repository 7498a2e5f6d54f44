import type { BodyOf, PileRequest } from '#engines/protocol/native/messages.ts';
import { cellMaxVolts, maxVolts, openCircuitVolts } from '../model/battery.ts';
import { bmsReadingOf, readingOf, socOf } from '../model/reading.ts';
import type { Car } from '../model/car.ts';
import type { Outlet } from '../model/charge.ts';
import type { PileRecord, Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';

/** The car whose battery reports, before its charge or in it. */
export interface ReportingCar {
  /** Empty before there is an order. */
  readonly orderNo: string;
  readonly gunNumber: number;
  readonly car: Car;
  readonly outlet: Outlet;
}

export const bmsHandshake = ({ orderNo, gunNumber, car }: ReportingCar): PileRequest => {
  const { model, vin } = car;
  const seed = seedOf(vin);
  const body: BodyOf<'0011'> = {
    chargingOrderNo: orderNo,
    gunNumber,
    bmsVersion: '000101',
    batteryType: model.chemistry,
    batteryCapacity: Math.round((model.capacityWh / openCircuitVolts(model, 50)) * 10),
    batteryRatedVoltage: Math.round(openCircuitVolts(model, 50) * 100),
    batteryMaker: 'CELL',
    batteryPackNo: seed.toString(16).toUpperCase().padStart(8, '0'),
    batteryYear: 2024,
    batteryMonth: 1 + (seed % 12),
    batteryDay: 1 + (seed % 28),
    batteryCycles: seed % 900,
    batteryOwner: 1,
    vin,
    bmsSoftware: '0102030405060708',
  };
  return { type: '0011', body };
};

/** A battery keeps its number and its date from one charge to the next. */
const seedOf = (vin: string): number => [...vin].reduce((seed, letter) => (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

export const bmsParameter = ({ orderNo, gunNumber, car, outlet }: ReportingCar): PileRequest => {
  const body: BodyOf<'0012'> = {
    chargingOrderNo: orderNo,
    gunNumber,
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
  return { type: '0012', body };
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
