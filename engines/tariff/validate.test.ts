import { describe, expect, it } from 'vitest';
import { priceE5 } from '#engines/money/units.ts';
import { decodeSnapshot, encodeSnapshot } from './codec.ts';
import { freeFee, MAX_PRICE_E5, type TariffDraft, type TariffFee, type TariffMonth } from './schedule.ts';
import { draftOf, feeOf, tariffOf } from './tariff.fixture.ts';
import { validateFee, validateSchedule, type ScheduleFault } from './validate.ts';

const good = draftOf([
  feeOf(1, [
    [0, 4, 30_000],
    [16, 2, 110_000],
    [20, 5, 70_000, 80],
  ]),
  feeOf(2, [[0, 0, 50_000]], 2),
]);
const faultsOf = (draft: TariffDraft): ScheduleFault[] => {
  const checked = validateSchedule(draft);
  return checked.ok ? [] : checked.refusal.map(({ fault }) => fault);
};
const inMay = (change: (month: TariffMonth) => TariffMonth): TariffDraft => ({
  ...good,
  months: good.months.map((month) => (month.month === 5 ? change(month) : month)),
});
const electricityInMay = (fee: TariffFee): TariffDraft =>
  inMay((month) => ({ ...month, fees: month.fees.map((old) => (old.rateType === 1 ? fee : old)) }));
const fifth = { startSlot: 0, rateStage: 5, rateDiscount: 100, priceE5: priceE5(1) };

describe('validateSchedule', () => {
  it('takes a complete schedule, in any order, with a fifth stage, and gives it back in order', () => {
    const mixed = { ...good, months: [...good.months].reverse().map(({ month, fees }) => ({ month, fees: [...fees].reverse() })) };
    const checked = validateSchedule(mixed);
    expect(checked).toEqual({ ok: true, value: good });
  });

  it('gives a copy that nobody can change, and leaves the draft alone', () => {
    const snapshot = tariffOf([]);
    expect(Object.isFrozen(snapshot) && Object.isFrozen(snapshot.months[3]?.fees[1]?.periods[0])).toBe(true);
    expect(() => {
      (snapshot.months[0]!.fees[0]!.periods as unknown[]).push(fifth);
    }).toThrow(TypeError);
    expect(Object.isFrozen(good.months)).toBe(false);
  });

  it.each<[string, TariffDraft, ScheduleFault]>([
    ['no number', { ...good, rateRuleNo: '' }, 'tariff.rateRuleNoMissing'],
    ['an unknown zone', { ...good, zone: 'Asia/Atlantis' }, 'tariff.zoneUnknown'],
    ['an offset for a zone', { ...good, zone: '+08:00' }, 'tariff.zoneUnknown'],
    ['an unknown currency', { ...good, currency: 'RMB' }, 'tariff.currencyUnknown'],
    ['no May', { ...good, months: good.months.filter(({ month }) => month !== 5) }, 'tariff.monthMissing'],
    ['May twice', { ...good, months: [...good.months, good.months[4]!] }, 'tariff.monthTwice'],
    ['a thirteenth month', { ...good, months: [...good.months, { ...good.months[4]!, month: 13 }] }, 'tariff.monthUnknown'],
    ['a month that is no number', { ...good, months: [...good.months, { ...good.months[4]!, month: Number.NaN }] }, 'tariff.monthUnknown'],
    ['no service fee', inMay((month) => ({ ...month, fees: month.fees.filter(({ rateType }) => rateType !== 2) })), 'tariff.feeMissing'],
    ['two service fees', inMay((month) => ({ ...month, fees: [...month.fees, month.fees[1]!] })), 'tariff.feeTwice'],
    ['a fifth fee', inMay((month) => ({ ...month, fees: [...month.fees, { ...month.fees[1]!, rateType: 5 as 4 }] })), 'tariff.feeUnknown'],
    ['a third bill mode', electricityInMay({ ...feeOf(1, [[0, 0, 1]]), billMode: 3 as 2 }), 'tariff.billModeUnknown'],
    ['no period', electricityInMay(feeOf(1, [])), 'tariff.periodsMissing'],
    [
      '49 periods',
      electricityInMay(
        feeOf(
          1,
          Array.from({ length: 49 }, (_, slot) => [slot, 0, 1] as const),
        ),
      ),
      'tariff.periodsTooMany',
    ],
    ['a gap at midnight', electricityInMay(feeOf(1, [[1, 0, 1]])), 'tariff.gapBeforeFirstPeriod'],
    [
      'two periods at once',
      electricityInMay(
        feeOf(1, [
          [0, 0, 1],
          [7, 1, 1],
          [7, 2, 1],
        ]),
      ),
      'tariff.periodsOverlap',
    ],
    [
      'periods out of order',
      electricityInMay(
        feeOf(1, [
          [0, 0, 1],
          [9, 1, 1],
          [7, 2, 1],
        ]),
      ),
      'tariff.periodsOutOfOrder',
    ],
    [
      'a period tomorrow',
      electricityInMay(
        feeOf(1, [
          [0, 0, 1],
          [48, 1, 1],
        ]),
      ),
      'tariff.slotOutOfDay',
    ],
    [
      'half a slot',
      electricityInMay(
        feeOf(1, [
          [0, 0, 1],
          [7.5, 1, 1],
        ]),
      ),
      'tariff.slotOutOfDay',
    ],
    ['a stage too many', electricityInMay(feeOf(1, [[0, 16, 1]])), 'tariff.stageOutOfRange'],
    ['a negative stage', electricityInMay(feeOf(1, [[0, -1, 1]])), 'tariff.stageOutOfRange'],
    ['a surcharge', electricityInMay(feeOf(1, [[0, 0, 1, 101]])), 'tariff.discountOutOfRange'],
    ['half a percent', electricityInMay(feeOf(1, [[0, 0, 1, 99.5]])), 'tariff.discountOutOfRange'],
    ['a negative price', electricityInMay(feeOf(1, [[0, 0, -1]])), 'tariff.priceNegative'],
    ['an absurd price', electricityInMay(feeOf(1, [[0, 0, Number(MAX_PRICE_E5) + 1]])), 'tariff.priceTooHigh'],
  ])('refuses %s', (_, draft, fault) => {
    expect(faultsOf(draft)).toEqual([fault]);
  });

  it('says where', () => {
    const draft = electricityInMay(
      feeOf(1, [
        [0, 0, 1],
        [7, 1, -1],
      ]),
    );
    expect(validateSchedule(draft)).toEqual({ ok: false, refusal: [{ fault: 'tariff.priceNegative', month: 5, rateType: 1, period: 1 }] });
  });

  it('says everything that is wrong at once', () => {
    const draft = { ...electricityInMay(feeOf(1, [[3, 99, -1, 300]])), currency: '' };
    expect(faultsOf(draft).sort()).toEqual([
      'tariff.currencyUnknown',
      'tariff.discountOutOfRange',
      'tariff.gapBeforeFirstPeriod',
      'tariff.priceNegative',
      'tariff.stageOutOfRange',
    ]);
  });

  it('checks one fee for a form', () => {
    expect(validateFee(feeOf(1, [[0, 0, 1]]))).toEqual([]);
    expect(validateFee(freeFee(3))).toEqual([]);
    expect(
      validateFee(
        feeOf(2, [
          [0, 0, 1],
          [0, 1, 1],
        ]),
      ),
    ).toEqual([{ fault: 'tariff.periodsOverlap', rateType: 2, period: 1 }]);
  });
});

describe('the stored form', () => {
  const snapshot = tariffOf(
    [
      feeOf(1, [
        [0, 4, 30_000],
        [16, 5, 110_000, 80],
      ]),
    ],
    { zone: 'Europe/Berlin', currency: 'EUR' },
  );

  it('goes through JSON and comes back the same', () => {
    const stored = JSON.stringify(encodeSnapshot(snapshot));
    const read = decodeSnapshot(JSON.parse(stored));
    expect(read).toEqual({ ok: true, value: snapshot });
    expect(read.ok && JSON.stringify(encodeSnapshot(read.value))).toBe(stored);
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['a text', 'tariff'],
    ['months that are no list', { ...encodeSnapshot(snapshot), months: {} }],
    ['a price with a fraction', JSON.parse(JSON.stringify(encodeSnapshot(snapshot)).replace('"30000"', '"0.3"'))],
    ['a price that is a number', JSON.parse(JSON.stringify(encodeSnapshot(snapshot)).replace('"30000"', '30000'))],
    ['a slot that is a text', JSON.parse(JSON.stringify(encodeSnapshot(snapshot)).replace('"startSlot":16', '"startSlot":"16"'))],
    ['a bill mode of another age', JSON.parse(JSON.stringify(encodeSnapshot(snapshot)).replace('"billMode":1', '"billMode":9'))],
  ])('refuses %s', (_, stored: unknown) => {
    expect(decodeSnapshot(stored)).toEqual({ ok: false, refusal: 'malformed' });
  });

  it('checks what it reads', () => {
    const spoilt: unknown = JSON.parse(JSON.stringify(encodeSnapshot(snapshot)).replace('Europe/Berlin', 'Europe/Bielefeld'));
    expect(decodeSnapshot(spoilt)).toEqual({ ok: false, refusal: [{ fault: 'tariff.zoneUnknown' }] });
  });
});
