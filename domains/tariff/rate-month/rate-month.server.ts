import { timeOfSlot } from '#engines/time/slots.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { TariffFee, TariffMonth } from '#engines/tariff/schedule.ts';
import { entityState } from '#engines/entity/codes.ts';
import { affectedPiles, lockRule } from '../rate-rule/lock-rule.server.ts';
import { rateRuleRefusals } from '../rate-rule/rate-rule.labels.ts';
import type { AffectedPiles } from '../rate-rule/rate-rule.rules.ts';
import { rateRule } from '../rate-rule/rate-rule.ts';
import { rateStage } from '../tariff.codes.ts';
import { isRunning, mayEdit, readFees } from './rate-month.rules.ts';
import { deleteMonths, loadMonths, saveMonths } from './rate-month.store.server.ts';
import type { SendRatesToPiles } from '../pile-policy/send-rates.server.ts';
import { rateMonthApi } from './rate-month.ts';
import type { MonthView } from './rate-month.ts';

export const rateMonthRoutes = ({ sendRatesToPiles }: { readonly sendRatesToPiles: SendRatesToPiles }) =>
  implement(rateMonthApi, {
    selectMonthsByRuleId: async (ctx, { rateRuleId }) => {
      const facts = factsOf(await ctx.rows(rateRule).get(rateRuleId), await affectedPiles(ctx, rateRuleId));
      const months = new Map((await loadMonths(ctx.db, rateRuleId)).map((month) => [month.month, month]));
      return Array.from({ length: 12 }, (_unused, index) => monthView({ month: index + 1, fees: months.get(index + 1)?.fees ?? [] }, facts));
    },
    saveMonth: async (ctx, { rateRuleId, month, fees }) => {
      const facts = await lockEditable(ctx, rateRuleId, [month]);
      const verdict = readFees(fees);
      if (!verdict.ok) return throwRefusal(rateRuleRefusals, verdict.refusal, verdict.args);
      await saveMonths(ctx.db, { rateRuleId, tenantId: facts.tenantId }, [{ month, fees: verdict.next }]);
      await sendRatesToPiles(ctx, { rateRuleId });
      return ctx.say(kitWords.edited);
    },
    copyMonth: async (ctx, { rateRuleId, month, months }) => {
      const targets = [...new Set(months.split(',').filter(Boolean).map(Number))].filter((target) => target !== month);
      if (targets.length === 0 || targets.some((target) => !Number.isInteger(target) || target < 1 || target > 12))
        throwRefusal(kitRefusals, 'badJson', {}, { status: 400 });
      const facts = await lockEditable(ctx, rateRuleId, targets);
      const source = (await loadMonths(ctx.db, rateRuleId)).find((candidate) => candidate.month === month);
      if (!source) return throwRefusal(rateRuleRefusals, 'rateRule.monthEmpty', { month });
      await saveMonths(
        ctx.db,
        { rateRuleId, tenantId: facts.tenantId },
        targets.map((target) => ({ month: target, fees: source.fees })),
      );
      await sendRatesToPiles(ctx, { rateRuleId });
      return ctx.say(kitWords.changed);
    },
    deleteMonth: async (ctx, { rateRuleId, month }) => {
      const facts = await lockEditable(ctx, rateRuleId, [month]);
      // An enabled rule must price the whole year.
      if (facts.state === entityState.enabled) return throwRefusal(rateRuleRefusals, 'rateRule.monthInUse', { month });
      await deleteMonths(ctx.db, rateRuleId, [month]);
      return ctx.say(kitWords.deleted);
    },
  });

const factsOf = ({ tenantId, rateRuleName, ruleState }: Row<typeof rateRule.fields>, followers: AffectedPiles) => ({
  tenantId,
  name: rateRuleName,
  state: ruleState,
  ...followers,
});

const lockEditable = async (ctx: Context, rateRuleId: string, months: readonly number[]) => {
  const { row, followers } = await lockRule(ctx, rateRuleId);
  const facts = factsOf(row, followers);
  for (const month of months) {
    const verdict = mayEdit(facts, month);
    if (!verdict.ok) throwRefusal(rateRuleRefusals, verdict.refusal, verdict.args);
  }
  return facts;
};

const monthView = ({ month, fees }: TariffMonth, facts: ReturnType<typeof factsOf>): MonthView => ({
  month,
  editable: mayEdit(facts, month).ok,
  inUse: isRunning(facts, month),
  fees: fees.map((fee) => feeView(fee)),
});

const feeView = (fee: TariffFee): MonthView['fees'][number] => ({
  rateType: fee.rateType,
  billMode: fee.billMode,
  periods: fee.periods.map((period) => ({
    startTime: timeOfSlot(period.startSlot),
    rateStage: stageOf(period.rateStage),
    rateDiscount: period.rateDiscount,
    rate: formatScaled(period.priceE5, 5),
  })),
});

const stageOf = (stage: number) => Object.values(rateStage.items).find((item) => item.value === stage)?.value ?? rateStage.items.none.value;
