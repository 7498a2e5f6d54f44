import { choice, count, decimal, id, list, percent, text, timeOfDay } from '#kit/fields/field.ts';
import type { RowInput, WireRow } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { endAction } from '../power.codes.ts';

const monthNo = count({ min: 1, max: 12 });
const kilowatt = () => decimal({ scale: 1, min: 0, max: 2_000, unit: 'kW' });

export const powerPeriodShape = {
  /** Local half hour the period begins at; it runs until the next one. */
  startTime: timeOfDay(),
  /** Of each pile; 0 is its rated power. */
  changingPower: kilowatt(),
  /** A charging gun gets at least this or is paused; 0 is what the device needs. */
  changingPowerMin: kilowatt(),
  /** From this state of charge a gun gets its minimum; 0 is off. */
  changingSoc: percent({ min: 0, max: 100 }),
  endAction: choice(endAction),
};
export type PowerPeriodDraft = RowInput<typeof powerPeriodShape>;

/** A month as the page shows it; without periods it is not set. */
export interface PowerMonthView {
  readonly powerControlMonthId: string | null;
  readonly starMonthTime: number;
  readonly editable: boolean;
  readonly periods: readonly WireRow<typeof powerPeriodShape>[];
}

const path = '/power/ssePowerControlMonth';
/** The resource to refetch when a month has changed. */
export const powerMonths = { path };
const controlKey = { powerControlId: id() };

export const powerMonthApi = {
  selectMonthsByControlId: endpoint({
    method: 'GET',
    path: `${path}/selectMonthsByControlId`,
    allow: 'powerControl:list',
    input: controlKey,
    output: opaque<readonly PowerMonthView[]>(),
  }),
  saveMonth: endpoint({
    method: 'POST',
    path: `${path}/saveMonth`,
    allow: 'powerControl:edit',
    input: { ...controlKey, month: monthNo, periods: list(powerPeriodShape, { min: 1, max: 48 }) },
    output: words(),
  }),
  /** `months`: comma list of 1 to 12. Existing periods of these months are replaced. */
  copyMonth: endpoint({
    method: 'POST',
    path: `${path}/copyMonth`,
    allow: 'powerControl:edit',
    input: { ...controlKey, month: monthNo, months: text({ min: 1, max: 40 }) },
    output: words(),
  }),
  deleteMonth: endpoint({
    method: 'DELETE',
    alsoMethod: 'POST',
    path: `${path}/deleteMonth`,
    allow: 'powerControl:edit',
    input: { ...controlKey, month: monthNo },
    output: words(),
  }),
};
