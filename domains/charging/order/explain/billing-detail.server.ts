import { minorDigits } from '#engines/money/currency.ts';
import { formatDecimal } from '#engines/money/decimal.ts';
import { energyDwh } from '#engines/money/units.ts';
import { factOf } from '#engines/order/merge.ts';
import { project } from '#engines/order/view.ts';
import { capCentsOf } from '#engines/order/rules/strategy.ts';
import type { BillInput } from '#engines/tariff/bill-input.ts';
import { explainBill } from '#engines/tariff/explain.ts';
import { halfHoursOf } from '#engines/tariff/half-hours.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { sql } from 'kysely';
import { rateStage } from '#domains/tariff/resources.ts';
import type { RateNames } from '#domains/tariff/resources.ts';
import { wordsOfFee } from '#domains/tariff/server.ts';
import { amountNames } from '../billing-detail.ts';
import type { AmountLine, BillingDetail, BookedAmounts, Calculation } from '../billing-detail.ts';
import { amountLine, halfHourLinesOf, itemsOf, stepLinesOf } from './billing-lines.rules.ts';
import type { LineNames } from './billing-lines.rules.ts';
import { computeShownBill } from '../settlement/compute-bill.server.ts';
import type { ComputedBill } from '../settlement/price-usage.rules.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { chargingOrder } from '../order.ts';
import { energyText } from '../display-text.rules.ts';
import { readOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import type { OrderRow } from '../visible-order.server.ts';

/** The bill calculated again from the frozen tariff, together with the booked amounts. */
export const billingDetailHandlers: Pick<Handlers<typeof chargingOrderApi>, 'billingDetail'> = {
  billingDetail: async (ctx, { id }) => {
    const row = await ctx.rows(chargingOrder).get(id);
    const order = await readOrder(ctx.db, { orderId: id });
    if (!order) throw new Error(`order ${id} has gone`);
    const view = project(order.facts);
    const computed = await computeShownBill(ctx.db, order.row, view);
    const calculation =
      computed && calculationOf(ctx, computed, { row, capCents: capCentsOf(view.terms.strategy), rateNames: await rateNamesOf(ctx, id) });
    const booked = bookedOf(row, order);
    return {
      calculation,
      booked,
      because: calculation ? null : ctx.say(orderRefusals[view.end === null ? 'order.notEnded' : 'settle.noTariff']),
      currency: row.currency,
      isEqual: calculation && booked && sameAmounts(calculation, booked),
    } satisfies BillingDetail;
  },
};

interface OrderWithCap {
  readonly row: OrderRow;
  readonly capCents: bigint | null;
  readonly rateNames: RateNames;
}

/** How the fee items were called when the order started. */
const rateNamesOf = async (ctx: Context, orderId: string): Promise<RateNames> => {
  const { rows } = await sql<{ rateNames: RateNames | null }>`select rate_names from charging_order where charging_order_id = ${orderId}`.execute(
    ctx.db,
  );
  return rows[0]?.rateNames ?? {};
};

const calculationOf = (ctx: Context, computed: ComputedBill, { row, capCents, rateNames }: OrderWithCap): Calculation | null => {
  const slots = bookedSlots(row, computed);
  const input: BillInput = slots ? { ...computed.input, usage: { ...computed.usage, slotDwh: slots } } : computed.input;
  const explanation = explainBill(input);
  if (!explanation.ok) return null;
  const { bill, steps } = explanation.value;
  const { usage } = computed;
  const digits = minorDigits(bill.currency) ?? 2;
  const names: LineNames = {
    digits,
    rateType: (value) => ctx.say(wordsOfFee(rateNames, value)),
    rateStage: namesOf(ctx, rateStage),
    vipLevelName: row.vipLevelName,
  };
  return {
    rateRuleNo: input.tariff.rateRuleNo,
    zone: input.tariff.zone,
    month: bill.month,
    startTime: new Date(input.startMs).toISOString(),
    basis: slots ? 'booked' : usage.basis,
    longestGapMs: slots ? 0 : usage.longestGapMs,
    vipLevelName: row.vipLevelName,
    energy: energyText(usage.billedDwh),
    items: itemsOf(bill, steps, names),
    fees: bill.feeTotals.map((fee) => ({ rateType: fee.rateType, rateType_dictText: names.rateType(fee.rateType), ...amountLine(fee, digits) })),
    stages: bill.stageTotals.map((stage) => ({
      rateStage: stage.rateStage,
      rateStage_dictText: names.rateStage(stage.rateStage),
      energy: energyText(stage.energyDwh),
      ...amountLine(stage, digits),
    })),
    totals: amountLine(totalOf(bill), digits),
    steps: stepLinesOf(steps, digits),
    halfHours: halfHourLinesOf(halfHoursOf(input), names),
    capAmount: capCents === null ? null : formatDecimal(capCents, digits),
  };
};

/**
 * The split by half hours that was billed, if the samples give another one by now because some arrived after the settlement or have expired.
 * Undefined if both are the same.
 */
const bookedSlots = (row: OrderRow, { usage }: ComputedBill): BillInput['usage']['slotDwh'] | undefined => {
  const booked = row.chargingElecJson;
  if (!booked) return undefined;
  const slots = Array.from({ length: SLOT_COUNT }, (_, slot) => BigInt(booked[`elec${String(slot + 1).padStart(2, '0')}`] ?? 0));
  const isWhole = slots.reduce((sum, energy) => sum + energy, 0n) === usage.billedDwh;
  return isWhole && slots.some((energy, slot) => energy !== usage.slotDwh[slot]) ? slots.map(energyDwh) : undefined;
};

const namesOf =
  (ctx: Context, codes: CodeTable) =>
  (value: number): string => {
    const item = itemOf(codes, value);
    return item ? ctx.say(item.words) : String(value);
  };

const totalOf = (bill: Bill) => ({
  grossCents: bill.orderAmountCents,
  tariffOfferCents: bill.tariffOfferCents,
  vipOfferCents: bill.vipOfferCents,
  cardCreditCents: bill.cardCreditCents,
  couponCreditCents: bill.couponCreditAmountCents,
  overrunCents: bill.overrunCents,
  pointCreditCents: bill.pointCreditCents,
  netCents: bill.billingAmountCents,
});

const bookedOf = (row: OrderRow, { facts }: LoadedOrder): BookedAmounts | null => {
  if (row.settleMethod === null || row.billingTime === null) return null;
  const text = (name: keyof AmountLine | 'elecAmount' | 'srvAmount' | 'other1Amount' | 'other2Amount' | 'shortfallAmount'): string =>
    formatDecimal(row[name], minorDigits(row.currency) ?? 2);
  const settled = factOf(facts, 'settled');
  return {
    orderAmount: text('orderAmount'),
    tariffOffer: text('tariffOffer'),
    vipOffer: text('vipOffer'),
    cardCreditAmount: text('cardCreditAmount'),
    couponCreditAmount: text('couponCreditAmount'),
    overrunAmount: text('overrunAmount'),
    pointCreditAmount: text('pointCreditAmount'),
    billingAmount: text('billingAmount'),
    elecAmount: text('elecAmount'),
    srvAmount: text('srvAmount'),
    other1Amount: text('other1Amount'),
    other2Amount: text('other2Amount'),
    shortfallAmount: text('shortfallAmount'),
    settleMethod: row.settleMethod,
    billingTime: row.billingTime.toISOString(),
    by: settled?.by ?? null,
    secondBy: settled?.secondBy ?? null,
    reason: settled?.reason ?? null,
  };
};

const fees = ['elecAmount', 'srvAmount', 'other1Amount', 'other2Amount'] as const;

/** Whether every amount and every fee equals what was booked. */
const sameAmounts = ({ totals, fees: computed }: Calculation, booked: BookedAmounts): boolean =>
  amountNames.every((name) => totals[name] === booked[name]) &&
  fees.every((name, index) => (computed.find((fee) => fee.rateType === index + 1)?.billingAmount ?? '') === booked[name]);
