import type { RecordBody, RecordRequest } from '#engines/protocol/native/records/messages.ts';
import { bySlot } from '#engines/protocol/native/records/messages/9004-order.ts';
import { EXCEPTION_BITS, STATUS_BITS, statusBit } from '#engines/protocol/native/records/messages/9005-abnormal.ts';
import { bmsReadingOf, readingOf, socOf } from '../model/reading.ts';
import { kwhPriceE4, DWH_PER_KWH } from '../model/price.ts';
import type { PileRecord } from '../pile/facts.ts';
import { temperatureAt, type Gun } from '../pile/gun.ts';
import type { Pile } from '../pile/pile.ts';
import { cpWorkStatOf, EMERGENCY, orderBody, seconds, startResult, workStat } from './pile-messages.ts';

type GunReport = RecordBody<'9001'>['guns'][number];

/** The state of the pile and of all guns. */
export const status = (pile: Pile): RecordRequest => ({
  type: '9001',
  body: { time: seconds(pile.clockMs), cpWorkStat: cpWorkStatOf(pile), guns: pile.guns.map((gun) => gunReport(pile, gun)) },
});

const gunReport = (pile: Pile, gun: Gun): GunReport => {
  const { session } = gun;
  const charge = session?.charge;
  const reading = charge && readingOf(charge, gun.conditions);
  const bms = charge && pile.facts.kind === 'dc' ? bmsReadingOf(charge) : undefined;
  return {
    gunNumber: gun.number,
    gunWorkStat: workStat[gun.phase],
    voltage: reading?.voltageDv ?? 0,
    current: reading?.currentDa ?? 0,
    meter: reading?.meterDwh ?? pile.memory.metersDwh[gun.number - 1] ?? 0,
    energy: reading?.energyDwh ?? 0,
    money: reading?.amountE4 ?? 0,
    soc: bms && reading ? reading.soc : 0,
    bmsDemandVoltage: bms?.demandVoltageDv ?? null,
    bmsDemandCurrent: bms?.demandCurrentDa ?? null,
    bmsVoltage: bms?.voltageDv ?? null,
    bmsCurrent: bms?.currentDa ?? null,
    gunPosTemp: reading?.positiveC ?? temperatureAt(gun),
    gunNegTemp: reading?.negativeC ?? temperatureAt(gun) - 1,
    orderNo: session?.orderNo ?? '',
  };
};

export const startInfo = (record: PileRecord): RecordRequest => {
  const { body } = startResult(record);
  const { claim, wish, vin } = record.session;
  return {
    type: '9002',
    body: {
      orderNo: body.chargingOrderNo,
      gunNumber: body.gunNumber,
      startTime: body.startTime,
      startMeter: body.startMeter,
      startSoc: body.startSoc,
      startSource: body.startSource,
      accountType: claim.accountType,
      account: claim.account,
      vin,
      strategyType: wish.strategyType,
      strategyVal: wish.strategyValE2,
      result: body.startResult,
    },
  };
};

export const endInfo = (pile: Pile, record: PileRecord): RecordRequest => {
  const { session, atMs, clockOffMs, meterDwh, code } = record;
  return {
    type: '9003',
    body: {
      orderNo: session.orderNo,
      gunNumber: session.gunNumber,
      stopTime: seconds(atMs + clockOffMs),
      stopMeter: meterDwh,
      stopSoc: session.charge ? socOf(session.charge.car.socPercent) : 0,
      stopReason: code,
      periodJson: periodsOf(pile, record),
    },
  };
};

/** The half hours of the charge that have energy, priced by the rule of the pile; each half hour of the day counts once. */
const periodsOf = (pile: Pile, { session: { charge, rule }, atMs, clockOffMs }: PileRecord): RecordBody<'9003'>['periodJson'] => {
  if (!charge) return [];
  const shiftMs = pile.tzMinutes * MINUTE_MS;
  const firstMs = Math.floor((charge.startMs + shiftMs) / HALF_HOUR_MS) * HALF_HOUR_MS - shiftMs;
  const starts = Array.from(
    { length: Math.min(SLOTS, Math.ceil((atMs - firstMs) / HALF_HOUR_MS)) },
    (_none, index) => firstMs + index * HALF_HOUR_MS,
  );
  return starts.flatMap((fromMs) => {
    const slot = Math.floor((fromMs + shiftMs) / HALF_HOUR_MS) % SLOTS;
    const energy = charge.slotDwh[slot] ?? 0;
    const stage = rule?.slotStages[slot] ?? 0;
    const [elec = 0] = rule?.stagePricesE4[stage - 1] ?? [];
    const all = kwhPriceE4(rule, slot);
    const amount = (priceE4: number): number => Math.round((energy * priceE4) / DWH_PER_KWH);
    const [start, end] = [Math.max(fromMs, charge.startMs), Math.min(fromMs + HALF_HOUR_MS, atMs)].map((ms) => seconds(ms + clockOffMs));
    return energy === 0 || start === undefined || end === undefined
      ? []
      : [{ start, end, stage, energy, elecAmount: amount(Math.min(elec, all)), srvAmount: amount(Math.max(0, all - elec)) }];
  });
};

const SLOTS = 48;
const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;

/** The order record without its check code, true or falsified; the same values as in the typed record. */
export const orderFacts = (record: PileRecord): Omit<RecordBody<'9004'>, 'checkCode'> => {
  const { chargingOrderNo, slots, ...body } = orderBody(record);
  return { orderNo: chargingOrderNo, ...body, ...bySlot((slot) => slots[slot] ?? 0) };
};

/** The exceptions of the pile (gun 0) or of one of its guns. */
export const abnormal = (
  pile: Pile,
  { gunNumber, codes, happening }: { gunNumber: number; codes: readonly number[]; happening: boolean },
): RecordRequest => ({
  type: '9005',
  body: {
    time: seconds(pile.clockMs),
    gunNumber,
    exception: bits(EXCEPTION_BITS, codes),
    status: bits(STATUS_BITS, [
      statusBit.online,
      ...(pile.pileFault === EMERGENCY ? [statusBit.emergency] : []),
      ...pile.guns.flatMap((gun) => (gun.car ? [statusBit.firstPlugged + gun.number - 1] : [])),
      ...pile.guns.flatMap((gun) => (gun.phase === 'charging' ? [statusBit.firstCharging + gun.number - 1] : [])),
      ...(pile.upgrading ? [statusBit.upgrading] : []),
    ]),
    happening: happening ? 1 : 0,
  },
});

const bits = (length: number, ones: readonly number[]): string => Array.from({ length }, (_none, bit) => (ones.includes(bit) ? '1' : '0')).join('');

/** The exceptions that are present: those of the pile, and, as an exception without a number of its own, the fault of a gun. */
export const exceptionsOf = (pile: Pile, gunNumber: number): readonly number[] => {
  const fault = gunNumber === 0 ? pile.pileFault : (pile.gun(gunNumber)?.fault ?? 0);
  if (fault === 0) return [];
  return [fault < EXCEPTION_BITS ? fault : OTHER_EXCEPTION];
};
/** The first reserved code. */
const OTHER_EXCEPTION = 17;
