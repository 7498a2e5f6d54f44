import { describe, expect, it } from 'vitest';
import { cents, energyDwh } from '#engines/money/units.ts';
import { bill, type Bill } from './bill.ts';
import { type BillInput } from './bill-input.ts';
import { atMs, feeOf, tariffOf, usageOf, valueOf } from './tariff.fixture.ts';
import { validateSchedule } from './validate.ts';

const JULY = atMs('2026-07-10T04:00:00Z');
const billOf = (input: Omit<BillInput, 'startMs'> & { startMs?: number }): Bill => valueOf(bill({ startMs: JULY, ...input }));
const netOf = (result: Bill): string[] => result.cells.map((cell) => `${cell.rateType}/${cell.rateStage}: ${cell.grossCents} - ${cell.netCents}`);

/** Valley until 08:00, peak until 18:00, flat after; service at one price. */
const dayAndNight = tariffOf([
  feeOf(1, [
    [0, 4, 30_000],
    [16, 2, 120_000],
    [36, 3, 70_000],
  ]),
  feeOf(2, [[0, 0, 50_000]]),
]);

describe('bill by energy', () => {
  it('prices each half hour and adds up by fee and by stage', () => {
    // 10 kWh in the valley, 20 kWh in the peak: 3.00 + 24.00 electricity, 30 x 0.50 service.
    const result = billOf({ tariff: dayAndNight, usage: usageOf({ 15: 100_000, 16: 200_000 }) });
    expect(result).toMatchObject({
      currency: 'CNY',
      month: 7,
      orderAmountCents: 4_200n,
      billingAmountCents: 4_200n,
      vipOutcome: 'none',
      couponOutcome: 'none',
    });
    expect(netOf(result)).toEqual(['1/2: 2400 - 2400', '1/4: 300 - 300', '2/0: 1500 - 1500', '3/0: 0 - 0', '4/0: 0 - 0']);
    expect(result.feeTotals.map(({ rateType, grossCents }) => [rateType, grossCents])).toEqual([
      [1, 2_700n],
      [2, 1_500n],
      [3, 0n],
      [4, 0n],
    ]);
    expect(result.stageTotals.map(({ rateStage, grossCents, energyDwh: energy }) => [rateStage, grossCents, energy])).toEqual([
      [0, 1_500n, 0n],
      [2, 2_400n, 200_000n],
      [4, 300n, 100_000n],
    ]);
  });

  it('rounds once: four fees of 0.4 cents are 2 cents, not 0', () => {
    const tariff = tariffOf([1, 2, 3, 4].map((rateType) => feeOf(rateType as 1, [[0, 3, 40_000]])));
    // 0.01 kWh x 0.40 = 0.4 cents each, 1.6 in all.
    const result = billOf({ tariff, usage: usageOf({ 0: 100 }) });
    expect(result.orderAmountCents).toBe(2n);
    expect(netOf(result)).toEqual(['1/3: 1 - 1', '2/3: 1 - 1', '3/3: 0 - 0', '4/3: 0 - 0']);
  });

  it('rounds an exact half up', () => {
    const tariff = tariffOf([feeOf(1, [[0, 0, 50_000]])]);
    expect(billOf({ tariff, usage: usageOf({ 0: 100 }) }).orderAmountCents).toBe(1n);
    expect(billOf({ tariff, usage: usageOf({ 0: 99 }) }).orderAmountCents).toBe(0n);
  });

  it('uses the month of the start in the zone of the station, for the whole session', () => {
    const draft = tariffOf([feeOf(1, [[0, 0, 100_000]])]);
    const july = draft.months.map((month) =>
      month.month === 7 ? { month: 7, fees: tariffOf([feeOf(1, [[0, 0, 200_000]])]).months[6]!.fees } : month,
    );
    const tariff = valueOf(validateSchedule({ ...draft, months: july }));
    const usage = usageOf({ 47: 10_000, 0: 10_000 });
    expect(billOf({ tariff, usage, startMs: atMs('2026-06-30T15:59:59Z') })).toMatchObject({ month: 6, orderAmountCents: 200n });
    expect(billOf({ tariff, usage, startMs: atMs('2026-06-30T16:00:00Z') })).toMatchObject({ month: 7, orderAmountCents: 400n });
  });

  it('charges nothing for nothing, and nothing at no price', () => {
    const empty = billOf({ tariff: dayAndNight, usage: usageOf({}) });
    expect(empty).toMatchObject({ orderAmountCents: 0n, billingAmountCents: 0n, cells: [], stageTotals: [] });
    expect(empty.feeTotals).toHaveLength(4);
    const free = billOf({
      tariff: tariffOf([]),
      usage: usageOf({ 3: 500_000 }),
      coupon: { canOverlay: true, couponForm: 2, preferentialAmountCents: cents(500n) },
    });
    expect(free).toMatchObject({ orderAmountCents: 0n, billingAmountCents: 0n, couponOutcome: 'nothingOff' });
    expect(free.cells).toHaveLength(4);
  });

  it('knows a fifth stage, and currencies with other digits', () => {
    const fees = [
      feeOf(1, [
        [0, 5, 1_234_567],
        [2, 4, 2_000_000],
      ]),
    ];
    // 1 kWh x 12.34567 + 1 kWh x 20 = 32.34567
    const usage = usageOf({ 0: 10_000, 2: 10_000 });
    expect(netOf(billOf({ tariff: tariffOf(fees), usage }))).toEqual(expect.arrayContaining(['1/4: 2000 - 2000', '1/5: 1235 - 1235']));
    expect(billOf({ tariff: tariffOf(fees, { currency: 'JPY' }), usage }).orderAmountCents).toBe(32n);
    expect(billOf({ tariff: tariffOf(fees, { currency: 'KWD' }), usage }).orderAmountCents).toBe(32_346n);
  });
});

describe('bill by hour', () => {
  it('prices seconds exactly', () => {
    const tariff = tariffOf([
      feeOf(1, [
        [0, 4, 30_000],
        [16, 2, 120_000],
      ]),
      feeOf(
        3,
        [
          [0, 0, 100_000],
          [16, 1, 360_000],
        ],
        2,
      ),
    ]);
    // 10 kWh x 0.30; 600 s at 1.00 an hour = 0.1666..; 100 s at 3.60 = 0.10: together 3.2666..
    const result = billOf({ tariff, usage: usageOf({ 15: 100_000 }, { 15: 600, 16: 100 }) });
    expect(result.orderAmountCents).toBe(327n);
    expect(netOf(result)).toEqual(['1/4: 300 - 300', '2/0: 0 - 0', '3/0: 17 - 17', '3/1: 10 - 10', '4/0: 0 - 0']);
  });

  it('does not lose the third of a cent that three cells make whole', () => {
    const tariff = tariffOf([2, 3, 4].map((rateType) => feeOf(rateType as 2, [[0, 0, 120_000]], 2)));
    // 1.20 an hour is 1/30 cent a second; 5 s in three fees are exactly half a cent.
    expect(billOf({ tariff, usage: usageOf({}, { 9: 5 }) }).orderAmountCents).toBe(1n);
    expect(billOf({ tariff, usage: usageOf({}, { 9: 4 }) }).orderAmountCents).toBe(0n);
  });

  it('still tells the energy by the stage of electricity', () => {
    const tariff = tariffOf([
      feeOf(
        1,
        [
          [0, 4, 30_000],
          [16, 2, 120_000],
        ],
        2,
      ),
    ]);
    const result = billOf({ tariff, usage: usageOf({ 15: 70, 16: 30 }, { 15: 60, 16: 60 }) });
    expect(result.stageTotals.map((row) => [row.rateStage, row.energyDwh])).toEqual([
      [0, 0n],
      [2, 30n],
      [4, 70n],
    ]);
  });
});

describe('discounts', () => {
  const tariff = tariffOf([feeOf(1, [[0, 2, 100_000, 80]]), feeOf(2, [[0, 0, 50_000]])]);
  const usage = usageOf({ 20: 100_000 }); // list 10.00 + 5.00, after the tariff 8.00 + 5.00
  const parts = (result: Bill): bigint[] => [
    result.orderAmountCents,
    result.tariffOfferCents,
    result.vipOfferCents,
    result.couponCreditAmountCents,
    result.overrunCents,
    result.billingAmountCents,
  ];
  const voucher = (amount: bigint, canOverlay = true) => ({ canOverlay, couponForm: 2, preferentialAmountCents: cents(amount) }) as const;

  it('takes the tariff discount, then the VIP discount of each fee, then the coupon, then the cap', () => {
    const result = billOf({ tariff, usage, vip: { 2: 90 }, coupon: voucher(300n), capCents: cents(900n) });
    expect(parts(result)).toEqual([1_500n, 200n, 50n, 300n, 50n, 900n]);
    expect(result).toMatchObject({ vipOutcome: 'used', couponOutcome: 'used' });
    const [electricity, service] = result.cells;
    expect(electricity).toMatchObject({ grossCents: 1_000n, tariffOfferCents: 200n, vipOfferCents: 0n });
    expect(service).toMatchObject({ grossCents: 500n, tariffOfferCents: 0n, vipOfferCents: 50n });
    // 300 of 800 : 450 is 192 : 108, the overrun 50 of 608 : 342 is 32 : 18.
    expect([electricity?.couponCreditCents, service?.couponCreditCents]).toEqual([192n, 108n]);
    expect([electricity?.overrunCents, service?.overrunCents]).toEqual([32n, 18n]);
    expect([electricity?.netCents, service?.netCents]).toEqual([576n, 324n]);
  });

  it('can give everything away without a negative cell', () => {
    const free = tariffOf([feeOf(1, [[0, 2, 100_000, 0]]), feeOf(2, [[0, 0, 50_000, 0]])]);
    expect(parts(billOf({ tariff: free, usage, vip: { 1: 0 }, coupon: voucher(1n) }))).toEqual([1_500n, 1_500n, 0n, 0n, 0n, 0n]);
    expect(parts(billOf({ tariff, usage, vip: { 1: 0, 2: 0 } }))).toEqual([1_500n, 200n, 1_300n, 0n, 0n, 0n]);
    expect(parts(billOf({ tariff, usage, coupon: voucher(99_999n) }))).toEqual([1_500n, 200n, 0n, 1_300n, 0n, 0n]);
    expect(parts(billOf({ tariff, usage, capCents: cents(0n) }))).toEqual([1_500n, 200n, 0n, 0n, 1_300n, 0n]);
  });

  it('takes a discount off another cell when its own shows no cent', () => {
    // 0.4 cents at full discount beside 0.3 cents at list: the order shows 1 cent, 0 after the discount.
    const tiny = tariffOf([feeOf(1, [[0, 1, 40_000, 100]]), feeOf(2, [[0, 0, 30_000, 0]])]);
    const result = billOf({ tariff: tiny, usage: usageOf({ 0: 100 }) });
    expect(parts(result)).toEqual([1n, 1n, 0n, 0n, 0n, 0n]);
    expect(result.cells[0]).toMatchObject({ rateType: 1, grossCents: 1n, tariffOfferCents: 1n, netCents: 0n });
  });

  it('applies a percent coupon to the fees it covers, half up', () => {
    const coupon = { canOverlay: true, couponForm: 1, preferentialDiscount: 85, rateTypes: [2] } as const;
    const odd = tariffOf([feeOf(1, [[0, 2, 100_000]]), feeOf(2, [[0, 0, 50_300]])]);
    const result = billOf({ tariff: odd, usage, coupon }); // 15 % of 5.03 is 0.7545
    expect(result.couponCreditAmountCents).toBe(75n);
    expect(result.cells.map((cell) => cell.couponCreditCents)).toEqual([0n, 75n, 0n, 0n]);
    expect(billOf({ tariff: odd, usage, coupon: { ...coupon, preferentialDiscount: 50 } }).couponCreditAmountCents).toBe(252n);
  });

  it('keeps a coupon below its limit', () => {
    const coupon = { ...voucher(300n), useAmountLimitCents: cents(1_301n) };
    expect(billOf({ tariff, usage, coupon })).toMatchObject({ couponOutcome: 'belowLimit', couponCreditAmountCents: 0n });
    expect(billOf({ tariff, usage, coupon: { ...coupon, useAmountLimitCents: cents(1_300n) } }).couponOutcome).toBe('used');
  });

  it('does not let a VIP discount cost somebody his coupon', () => {
    const coupon = { ...voucher(300n), useAmountLimitCents: cents(1_300n) };
    expect(parts(billOf({ tariff, usage, vip: { 2: 90 }, coupon }))).toEqual([1_500n, 200n, 50n, 300n, 0n, 950n]);
  });

  it('takes the better of VIP discount and a coupon that may not overlay, the VIP discount at a tie', () => {
    const vip = { 1: 90, 2: 90 }; // worth 1.30
    expect(parts(billOf({ tariff, usage, vip, coupon: voucher(131n, false) }))).toEqual([1_500n, 200n, 0n, 131n, 0n, 1_169n]);
    expect(billOf({ tariff, usage, vip, coupon: voucher(131n, false) })).toMatchObject({ vipOutcome: 'otherBetter', couponOutcome: 'used' });
    expect(parts(billOf({ tariff, usage, vip, coupon: voucher(130n, false) }))).toEqual([1_500n, 200n, 130n, 0n, 0n, 1_170n]);
    expect(billOf({ tariff, usage, vip, coupon: voucher(130n, false) })).toMatchObject({ vipOutcome: 'used', couponOutcome: 'otherBetter' });
    expect(billOf({ tariff, usage, coupon: voucher(1n, false) })).toMatchObject({ vipOutcome: 'none', couponOutcome: 'used' });
    expect(billOf({ tariff, usage, vip, coupon: { ...voucher(500n, false), useAmountLimitCents: cents(9_999n) } })).toMatchObject({
      vipOutcome: 'used',
      couponOutcome: 'belowLimit',
    });
  });
});

describe('bill refuses', () => {
  const usage = usageOf({ 0: 100 });
  const good: BillInput = { tariff: dayAndNight, startMs: JULY, usage };
  it.each<[string, Partial<BillInput>]>([
    ['bill.startInvalid', { startMs: Number.NaN }],
    ['bill.startInvalid', { startMs: -1 }],
    ['bill.usageInvalid', { usage: { ...usage, slotDwh: usage.slotDwh.slice(1) } }],
    ['bill.usageInvalid', { usage: { ...usage, billedDwh: energyDwh(101) } }],
    ['bill.usageInvalid', { usage: { ...usage, slotDwh: usage.slotDwh.map((energy, slot) => energyDwh(slot === 1 ? -1 : energy)) } }],
    ['bill.usageInvalid', { usage: { ...usage, slotSeconds: usage.slotSeconds.map(() => 0.5) } }],
    ['bill.usageInvalid', { usage: usageOf({ 0: 20_000_000_000 }) }],
    ['bill.vipInvalid', { vip: { 1: 101 } }],
    ['bill.vipInvalid', { vip: { 2: 0.5 } }],
    ['bill.couponInvalid', { coupon: { canOverlay: true, couponForm: 1, preferentialDiscount: -1 } }],
    ['bill.couponInvalid', { coupon: { canOverlay: true, couponForm: 2, preferentialAmountCents: cents(-1n) } }],
    ['bill.couponInvalid', { coupon: { canOverlay: true, couponForm: 2, preferentialAmountCents: cents(1n), useAmountLimitCents: cents(-1n) } }],
    ['bill.capNegative', { capCents: cents(-1n) }],
  ])('%s', (refusal, change) => {
    expect(bill({ ...good, ...change })).toEqual({ ok: false, refusal });
  });
});
