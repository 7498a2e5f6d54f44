import { billMode, rateStage, rateType, type BillMode, type RateType } from '#engines/tariff/codes.ts';
import type { RuleKey, TenantKey } from './places.ts';

/** A price that applies from a local time on. */
export interface Period {
  readonly startTime: string;
  readonly rateStage: (typeof rateStage)[keyof typeof rateStage];
  readonly rateDiscount: number;
  readonly rate: string;
}
export interface Fee {
  readonly rateType: RateType;
  readonly billMode: BillMode;
  readonly periods: readonly Period[];
}
export interface Season {
  readonly months: readonly [number, ...number[]];
  readonly fees: readonly Fee[];
}
export interface RulePlan {
  readonly key: RuleKey;
  readonly tenant: TenantKey;
  readonly name: string;
  readonly seasons: readonly Season[];
}

type Stage = 'tip' | 'peak' | 'flat' | 'valley';
type Day = readonly (readonly [startTime: string, stage: Stage])[];
type Prices = Readonly<Record<Stage, string>>;

/** The periods of a day from its stages, each at the price of its stage; `valleyPercent` is the percent of the price that applies in the valley. */
const periods = (day: Day, prices: Prices, valleyPercent = 100): readonly Period[] =>
  day.map(([startTime, stage]) => ({
    startTime,
    rateStage: rateStage[stage],
    rateDiscount: stage === 'valley' ? valleyPercent : 100,
    rate: prices[stage],
  }));
const samePrice = (rate: string): Prices => ({ tip: rate, peak: rate, flat: rate, valley: rate });

/** Parking by the hour, free at night. */
const parking = (rate: string): Fee => ({
  rateType: rateType.other1,
  billMode: billMode.byHour,
  periods: [
    { startTime: '00:00', rateStage: rateStage.none, rateDiscount: 100, rate: '0' },
    { startTime: '08:00', rateStage: rateStage.none, rateDiscount: 100, rate },
    { startTime: '20:00', rateStage: rateStage.none, rateDiscount: 100, rate: '0' },
  ],
});

const OTHER_MONTHS = [2, 3, 4, 5, 6, 9, 10, 11] as const;
const shanghai = {
  usual: [
    ['00:00', 'valley'],
    ['06:00', 'flat'],
    ['08:00', 'peak'],
    ['11:00', 'flat'],
    ['18:00', 'peak'],
    ['21:00', 'flat'],
    ['22:00', 'valley'],
  ],
  summer: [
    ['00:00', 'valley'],
    ['06:00', 'flat'],
    ['08:00', 'peak'],
    ['12:00', 'tip'],
    ['14:00', 'peak'],
    ['15:00', 'flat'],
    ['18:00', 'peak'],
    ['21:00', 'flat'],
    ['22:00', 'valley'],
  ],
  winter: [
    ['00:00', 'valley'],
    ['06:00', 'flat'],
    ['08:00', 'peak'],
    ['11:00', 'flat'],
    ['18:00', 'peak'],
    ['19:00', 'tip'],
    ['21:00', 'flat'],
    ['22:00', 'valley'],
  ],
} as const satisfies Readonly<Record<string, Day>>;
const jiangzhe = {
  usual: [
    ['00:00', 'valley'],
    ['08:00', 'peak'],
    ['11:00', 'valley'],
    ['13:00', 'flat'],
    ['17:00', 'peak'],
    ['22:00', 'flat'],
  ],
  summer: [
    ['00:00', 'valley'],
    ['08:00', 'peak'],
    ['11:00', 'valley'],
    ['13:00', 'peak'],
    ['14:00', 'tip'],
    ['15:00', 'peak'],
    ['20:00', 'tip'],
    ['21:00', 'peak'],
    ['22:00', 'flat'],
  ],
  winter: [
    ['00:00', 'valley'],
    ['08:00', 'peak'],
    ['09:00', 'tip'],
    ['11:00', 'valley'],
    ['13:00', 'flat'],
    ['17:00', 'peak'],
    ['18:00', 'tip'],
    ['20:00', 'peak'],
    ['22:00', 'flat'],
  ],
} as const satisfies Readonly<Record<string, Day>>;
const germanDay: Day = [
  ['00:00', 'valley'],
  ['06:00', 'flat'],
  ['17:00', 'peak'],
  ['20:00', 'flat'],
  ['22:00', 'valley'],
];

interface Seasonal {
  readonly days: Readonly<Record<'usual' | 'summer' | 'winter', Day>>;
  readonly electricity: Prices;
  readonly service: Prices;
  readonly serviceAtNight: number;
  readonly parking?: string;
}

const seasonsOf = ({ days, electricity, service, serviceAtNight, parking: hourly }: Seasonal): readonly Season[] => {
  const feesOf = (day: Day): readonly Fee[] => [
    { rateType: rateType.electricity, billMode: billMode.byEnergy, periods: periods(day, electricity) },
    { rateType: rateType.service, billMode: billMode.byEnergy, periods: periods(day, service, serviceAtNight) },
    ...(hourly === undefined ? [] : [parking(hourly)]),
  ];
  return [
    { months: OTHER_MONTHS, fees: feesOf(days.usual) },
    { months: [7, 8], fees: feesOf(days.summer) },
    { months: [12, 1], fees: feesOf(days.winter) },
  ];
};

const allYear = (fees: readonly Fee[]): readonly Season[] => [{ months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], fees }];

export const rules: readonly RulePlan[] = [
  {
    key: 'shanghai',
    tenant: 'huadong',
    name: '上海快充分时电价',
    seasons: seasonsOf({
      days: shanghai,
      electricity: { tip: '1.42160', peak: '1.13730', flat: '0.71080', valley: '0.34120' },
      service: { tip: '0.60000', peak: '0.55000', flat: '0.50000', valley: '0.45000' },
      serviceAtNight: 80,
      parking: '2.00000',
    }),
  },
  {
    key: 'jiangzhe',
    tenant: 'huadong',
    name: '江浙快充分时电价',
    seasons: seasonsOf({
      days: jiangzhe,
      electricity: { tip: '1.38900', peak: '1.15750', flat: '0.69120', valley: '0.30540' },
      service: samePrice('0.45000'),
      serviceAtNight: 90,
    }),
  },
  {
    key: 'slow',
    tenant: 'huadong',
    name: '交流慢充电价',
    seasons: seasonsOf({
      days: shanghai,
      electricity: { tip: '1.28000', peak: '1.02370', flat: '0.66490', valley: '0.31980' },
      service: samePrice('0.30000'),
      serviceAtNight: 100,
    }),
  },
  {
    key: 'schnell',
    tenant: 'rhein',
    name: 'Schnellladen Tag und Nacht',
    seasons: allYear([
      {
        rateType: rateType.electricity,
        billMode: billMode.byEnergy,
        periods: periods(germanDay, { tip: '0.49000', peak: '0.49000', flat: '0.42000', valley: '0.36000' }),
      },
      { rateType: rateType.service, billMode: billMode.byEnergy, periods: periods(germanDay, samePrice('0.12000')) },
    ]),
  },
  {
    key: 'normal',
    tenant: 'rhein',
    name: 'Normalladen mit Standgebühr',
    seasons: allYear([
      {
        rateType: rateType.electricity,
        billMode: billMode.byEnergy,
        periods: periods(germanDay, { tip: '0.41000', peak: '0.41000', flat: '0.37000', valley: '0.32000' }),
      },
      { rateType: rateType.service, billMode: billMode.byEnergy, periods: periods(germanDay, samePrice('0.06000')) },
      parking('1.20000'),
    ]),
  },
];
