import { formatScaled } from '#kit/fields/scaled.ts';
import { entityState } from '#engines/entity/codes.ts';
import { MONTHS_PER_YEAR, type PowerPeriod } from '#engines/dispatch/schedule/plan.ts';
import { timeOfSlot } from '#engines/time/slots.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import type { Context } from '#kit/server/context/context.ts';
import { controlFacts, lockControl, nextOrRefuse } from '../power-control/lock-control.server.ts';
import { powerControlRefusals } from '../power-control/power-control.labels.ts';
import { checkChange } from '../power-control/power-control.rules.ts';
import { powerControl } from '../power-control/power-control.ts';
import { checkSites } from '../pile-power/site-piles.server.ts';
import { readPowerMonth } from './power-month.rules.ts';
import { deletePowerMonths, loadPowerMonths, savePowerMonths } from './power-month.store.server.ts';
import { powerMonthApi } from './power-month.ts';
import type { PowerMonthView } from './power-month.ts';

export const powerMonthRoutes = implement(powerMonthApi, {
  selectMonthsByControlId: async (ctx, { powerControlId }) => {
    const editable = checkChange(await controlFacts(ctx, await ctx.rows(powerControl).get(powerControlId))).ok;
    const months = new Map((await loadPowerMonths(ctx.db, powerControlId)).map((month) => [month.month, month]));
    return Array.from({ length: MONTHS_PER_YEAR }, (_unused, index): PowerMonthView => {
      const month = months.get(index + 1);
      return {
        powerControlMonthId: month?.powerControlMonthId ?? null,
        starMonthTime: index + 1,
        editable,
        periods: month?.periods.map(periodView) ?? [],
      };
    });
  },
  saveMonth: async (ctx, { powerControlId, month, periods }) => {
    const row = await lockEditable(ctx, powerControlId);
    await savePowerMonths(ctx.db, row, [nextOrRefuse(readPowerMonth(month, periods))]);
    await checkSites(ctx.db, row);
    return ctx.say(kitWords.edited);
  },
  copyMonth: async (ctx, { powerControlId, month, months }) => {
    const targets = [...new Set(months.split(',').filter(Boolean).map(Number))].filter((target) => target !== month);
    if (targets.length === 0 || targets.some((target) => !Number.isInteger(target) || target < 1 || target > MONTHS_PER_YEAR))
      throwRefusal(kitRefusals, 'badJson', {}, { status: 400 });
    const row = await lockEditable(ctx, powerControlId);
    const source = (await loadPowerMonths(ctx.db, powerControlId)).find((candidate) => candidate.month === month);
    if (!source) return throwRefusal(powerControlRefusals, 'powerControl.monthEmpty', { month });
    await savePowerMonths(
      ctx.db,
      row,
      targets.map((target) => ({ month: target, periods: source.periods })),
    );
    await checkSites(ctx.db, row);
    return ctx.say(kitWords.changed);
  },
  deleteMonth: async (ctx, { powerControlId, month }) => {
    const { controlState, ruleName } = await lockEditable(ctx, powerControlId);
    // An enabled rule must have the whole year.
    if (controlState === entityState.enabled) return throwRefusal(powerControlRefusals, 'powerControl.monthNeeded', { name: ruleName, month });
    await deletePowerMonths(ctx.db, powerControlId, [month]);
    return ctx.say(kitWords.deleted);
  },
});

const lockEditable = async (ctx: Context, powerControlId: string) => {
  const { row, facts } = await lockControl(ctx, powerControlId);
  nextOrRefuse(checkChange(facts));
  return row;
};

const KILOWATT_SCALE = 1;
const periodView = ({ startSlot, changingPowerHw, changingPowerMinHw, changingSoc, endAction }: PowerPeriod): PowerMonthView['periods'][number] => ({
  startTime: timeOfSlot(startSlot),
  changingPower: formatScaled(BigInt(changingPowerHw), KILOWATT_SCALE),
  changingPowerMin: formatScaled(BigInt(changingPowerMinHw), KILOWATT_SCALE),
  changingSoc,
  endAction,
});
