import { choice, count, decimal, id, list, percent, text, timeOfDay } from '#kit/fields/field.ts';
import type { RowInput, WireRow } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { billMode, rateStage, rateType } from '../tariff.codes.ts';

export const monthNo = count({ min: 1, max: 12 });

export const periodShape = {
  /** Local half hour the period begins at; it runs until the next one. */
  startTime: timeOfDay(),
  rateStage: choice(rateStage),
  /** Percent of the price that is charged: 100 is no discount. */
  rateDiscount: percent({ min: 0, max: 100 }),
  /** Price of a kWh or an hour, in the tenant's currency. */
  rate: decimal({ scale: 5, min: 0, max: 10_000 }),
};
export const feeShape = { rateType: choice(rateType), billMode: choice(billMode), periods: list(periodShape, { min: 1, max: 48 }) };
export type FeeDraft = RowInput<typeof feeShape>;

/** A month as the page shows it. */
export interface MonthView {
  readonly month: number;
  readonly editable: boolean;
  readonly inUse: boolean;
  readonly fees: readonly WireRow<typeof feeShape>[];
}

const path = '/rate/sseRateRuleMonth';
/** The resource to refetch when a month has changed. */
export const rateMonths = { path };
const ruleKey = { rateRuleId: id() };

export const rateMonthApi = {
  selectMonthsByRuleId: endpoint({
    method: 'GET',
    path: `${path}/selectMonthsByRuleId`,
    allow: 'rateRule:list',
    input: ruleKey,
    output: opaque<readonly MonthView[]>(),
  }),
  saveMonth: endpoint({
    method: 'POST',
    path: `${path}/saveMonth`,
    allow: 'rateRule:edit',
    input: { ...ruleKey, month: monthNo, fees: list(feeShape, { min: 1, max: 4 }) },
    output: words(),
  }),
  /** `months`: comma list of 1 to 12. Existing prices of these months are replaced. */
  copyMonth: endpoint({
    method: 'POST',
    path: `${path}/copyMonth`,
    allow: 'rateRule:edit',
    input: { ...ruleKey, month: monthNo, months: text({ min: 1, max: 40 }) },
    output: words(),
  }),
  deleteMonth: endpoint({
    method: 'DELETE',
    alsoMethod: 'POST',
    path: `${path}/deleteMonth`,
    allow: 'rateRule:edit',
    input: { ...ruleKey, month: monthNo },
    output: words(),
  }),
};
