import { expect, test } from 'vitest';
import { toEvent } from '#engines/protocol/native/to-event.ts';
import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import { hasReports, withReport } from './bms-course.rules.ts';
import { membersOf, pileMembersOf } from './bms-members.rules.ts';
import type { BmsCourse, BmsStage, BmsValues } from './bms-report.ts';

const received = { receivedMs: 1_000_000, fromStore: false, digest: '', raw: '', checkCode: 'absent' as const };
const textsOf = (stage: BmsStage, values: BmsValues, language: Language = 'en_US'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    membersOf(stage, values).map(({ name, label, values: parts, unit }) => [
      name,
      `${say(label, language)}: ${parts.map((part) => (typeof part === 'string' ? part : say(part, language))).join(', ')} ${unit}`.trim(),
    ]),
  );

const end = {
  chargingOrderNo: 'A',
  gunNumber: 1,
  soc: 80,
  cellMinVoltage: 331,
  cellMaxVoltage: 334,
  minTemp: 24,
  maxTemp: 31,
  chargedMin: 42,
  chargedEnergy: 305,
  bmsAbortReasons: 0b01,
  chargerAbortReasons: 0b1000_0000,
};

test('an end report as the gateway stores it is read in three languages, with its reasons by name', () => {
  const event = toEvent({ type: '0014', body: end }, received);
  const values = event.kind === 'bmsReport' ? event.values : {};
  expect(textsOf('end', values)).toEqual({
    soc: 'SOC: 80 %',
    cellMinVoltage: 'Lowest cell voltage: 3.31 V',
    cellMaxVoltage: 'Highest cell voltage: 3.34 V',
    minTemp: 'Lowest temperature: 24 °C',
    maxTemp: 'Highest temperature: 31 °C',
    chargedMin: 'Charged for: 42 min',
    chargedEnergy: 'Charged energy: 30.5 kWh',
    bmsAbortReasons: 'BMS abort reasons: Target SOC reached',
    chargerAbortReasons: 'Charger abort reasons: Broken off by the BMS (untrusted)',
  });
  expect(textsOf('end', values, 'zh_CN')).toMatchObject({
    bmsAbortReasons: 'BMS中止原因: 达到目标SOC',
    chargerAbortReasons: '充电机中止原因: BMS主动中止（不可信）',
  });
  expect(textsOf('end', values, 'zh_TW')).toMatchObject({ bmsAbortReasons: 'BMS中止原因: 達到目標SOC' });
  expect(textsOf('end', { ...values, bmsAbortReasons: 'none', chargerAbortReasons: 'bits 20' })).toMatchObject({
    bmsAbortReasons: 'BMS abort reasons: None',
    chargerAbortReasons: 'Charger abort reasons: Undefined reason 10',
  });
});

test('a handshake shows one date, codes in words, and an unknown code as its number', () => {
  const values = {
    batteryType: 3,
    batteryCapacity: '150.0',
    batteryYear: 2024,
    batteryMonth: 3,
    batteryDay: 9,
    batteryOwner: 1,
    vin: 'LVIN0000000000001',
  };
  expect(textsOf('handshake', values)).toEqual({
    batteryType: 'Battery type: Lithium iron phosphate',
    batteryCapacity: 'Battery capacity: 150.0 Ah',
    batteryYear: 'Battery made on: 2024-03-09',
    batteryOwner: 'Battery owner: Of the car',
    vin: 'VIN: LVIN0000000000001',
  });
  expect(textsOf('handshake', { batteryType: 77 })).toEqual({ batteryType: 'Battery type: 77' });
  expect(pileMembersOf({ cabinetTemp: 26, signal: 82, cpWorkStat: 1 }).map(({ name }) => name)).toEqual(['cabinetTemp', 'signal']);
});

const empty: BmsCourse = {
  source: 'reports',
  stages: { handshake: null, parameter: null, charging: null, end: null },
  curve: { at: [], demandVoltage: [], demandCurrent: [], measuredVoltage: [], measuredCurrent: [], cellMaxVoltage: [], maxTemp: [], minTemp: [] },
};
const push = (atMs: number, values: BmsValues) => ({ bmsStage: 'charging', chargingOrderNo: 'A', atMs, values }) as const;

test('a pushed charging report extends the curve; one that is late or repeated changes nothing', () => {
  const first = withReport(empty, push(2_000, { demandVoltage: '400.0', maxTemp: 30 }));
  expect(hasReports(empty)).toBe(false);
  expect(hasReports(first)).toBe(true);
  expect(first.curve).toMatchObject({ at: [2_000], demandVoltage: [400], maxTemp: [30], cellMaxVoltage: [null] });
  expect(withReport(first, push(2_000, { demandVoltage: '1' }))).toBe(first);
  expect(withReport(first, push(1_000, { demandVoltage: '1' }))).toBe(first);
  const ended = withReport(first, { bmsStage: 'end', chargingOrderNo: 'A', atMs: 3_000, values: { soc: 80 } });
  expect(ended.stages.end).toEqual({ at: new Date(3_000).toISOString(), values: { soc: 80 } });
  expect(ended.curve).toBe(first.curve);
});
