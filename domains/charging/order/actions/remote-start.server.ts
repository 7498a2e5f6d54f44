import { sql } from 'kysely';
import { startSource } from '#engines/order/codes.ts';
import { remoteStartProblems } from '#engines/order/rules/start-comparison.ts';
import type { Comparison, MeasureName } from '#engines/order/rules/start-comparison.ts';
import { strategyOf } from '#engines/order/rules/strategy.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import type { Party } from '#domains/customer/resources.ts';
import { pile, tenant } from '#domains/network/resources.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { tellAfterwards } from './order-action.server.ts';
import type { OrderDesk } from './order-action.server.ts';
import { openAndStart, walletName } from '../start/open-order.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { visiblePayer } from '../start/visible-payer.server.ts';
import { endOverdue } from '../start/end-overdue-reservation.server.ts';
import { atMost, availableCents, orderBalanceCents } from '../lifecycle/perform-effects.server.ts';
import { reservationRefusals } from '../../reservation-order/reservation-order.labels.ts';
import { reservedHere } from '../start/own-reservation.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { lockPlace } from '../start/start-site.server.ts';
import type { Place } from '../start/start-site.server.ts';
import { compared } from '../display-text.rules.ts';
import type { Speaking } from '../display-text.rules.ts';
import { refuseStart } from '../visible-order.server.ts';

type Input = InputOf<typeof chargingOrderApi.remoteStart>;

/** Row 1 of the transitions by an operator: what is compared is compared first, so that both values can be named. */
export const remoteStartHandlers = (desk: OrderDesk): Pick<Handlers<typeof chargingOrderApi>, 'remoteStart'> => ({
  remoteStart: async (ctx, input) => {
    const { gunCount } = await ctx.rows(pile).get(input.cpCode);
    const isGun = input.gunNumber >= 1 && input.gunNumber <= gunCount;
    const nowMs = desk.clock().getTime();
    const wake = new Set<string>();
    const over = await endOverdue(ctx.db, input, { nowMs, actor: ctx.viewer.username, wake });
    if (over) tellAfterwards(ctx, desk, { row: over, wake });
    const place = (await lockPlace(ctx.db, input.cpCode, isGun ? input.gunNumber : 1)) ?? refuse(kitRefusals, 'missing', {}, { status: 404 });
    const party = await visiblePayer(ctx, input.mainPartType, input.mainPartId);
    const speaking: Speaking = { language: ctx.viewer.language, currency: place.currency, zone: place.zone };
    const strategy = readStrategy(input, speaking);
    const reserved = await reservedHere(ctx.db, place, party);
    if (reserved && reserved.facts.created.strategy.type !== strategy.type) refuse(reservationRefusals, 'reservation.otherStrategy');
    await compare(ctx, { input, place, party, strategy, nowMs, speaking, reserved });
    const ask = {
      place,
      party,
      passwordMatches: null,
      strategy,
      startSource: startSource.platform,
      by: 'command',
      mustBePlugged: true,
      nowMs,
      actor: ctx.viewer.username,
      wake,
    } as const;
    const opened = await openAndStart(ctx.db, ask);
    if (!opened.ok) return refuseStart(opened.verdict, speaking);
    const { row } = opened.order;
    tellAfterwards(ctx, desk, { row, wake });
    return { chargingOrderId: row.orderId, chargingOrderNo: row.orderNo };
  },
});

/** The measure that a strategy's value is, and how many of its units one hundredth of the strategy's own is. */
const measured: Readonly<Record<number, readonly [MeasureName, bigint]>> = {
  2: ['amountCents', 1n],
  3: ['energyDwh', 100n],
  5: ['durationMs', 600n],
};

const readStrategy = (input: Input, speaking: Speaking): Strategy => {
  const { chargingStrategyType: type, chargingStrategyVal: value } = input;
  const [name, units] = measured[type] ?? [];
  if (name !== undefined && units !== undefined && value != null && value <= 0n)
    complain({ code: 'start.notGreater', first: { name, value: value * units }, second: { name: 'nothing', value: 0n } }, speaking);
  const until = input.untilTime ?? null;
  const strategy = strategyOf({ strategyType: type, strategyValE2: Number(value ?? 0n), ...(until && { untilMs: until.getTime() }) });
  return typeof strategy === 'string' ? refuse(orderRefusals, strategy) : strategy;
};

const complain = (problem: Comparison, speaking: Speaking): never => refuse(orderRefusals, problem.code, compared(problem, speaking));

interface Comparing {
  readonly input: Input;
  readonly place: Place;
  readonly party: Party;
  readonly strategy: Strategy;
  readonly nowMs: number;
  readonly speaking: Speaking;
  /** The order by which the gun is kept for this very party. */
  readonly reserved: LoadedOrder | undefined;
}

/** The four remote start checks of the specification's section 5. */
const compare = async (ctx: Context, { input, place, party, strategy, nowMs, speaking, reserved }: Comparing): Promise<void> => {
  const [problem] = remoteStartProblems({
    nowMs,
    strategy,
    gunNumber: input.gunNumber,
    gunCount: place.gunCount,
    tenantId: party.tenantId,
    pileTenantId: place.tenantId,
    currency: party.currency,
    pileCurrency: place.currency,
    vin: party.carVin,
    // No pile tells which car stands before it, nor how full it is, until the handshake (decision 0008).
    boundVin: null,
    shownRateRuleNo: input.rateRuleNo ?? null,
    rateRuleNo: await ruleNoOf(ctx, place),
    availableCents: reserved
      ? await orderBalanceCents(ctx.db, reserved.row)
      : atMost(
          await availableCents(ctx.db, { tenantId: party.tenantId, currency: party.currency, walletOwner: walletName(party) }),
          place.drawMaxCents,
        ),
    accountMinAmountCents: place.accountMinAmountCents,
    ratedPowerW: place.ratedPowerW,
    currentSoc: null,
    chargingMaxSoc: place.maxSoc,
  });
  if (problem) complain(await named(ctx, problem), speaking);
};

const ruleNoOf = async (ctx: Context, { rateRuleId }: Place): Promise<string> => {
  if (rateRuleId === null) return '';
  const { rows } = await sql<{ no: string }>`select rate_rule_no as no from rate_rule where rate_rule_id = ${rateRuleId}`.execute(ctx.db);
  return rows[0]?.no ?? '';
};

/** People know tenants by their names. */
const named = async (ctx: Context, problem: Comparison): Promise<Comparison> => {
  if (problem.first.name !== 'tenantId') return problem;
  const { first, second } = problem;
  const names = new Map((await ctx.rows(tenant).findMany([String(first.value), String(second.value)])).map((row) => [row.tenantId, row.name]));
  const nameOf = (value: typeof first.value) => names.get(String(value)) ?? String(value);
  return { ...problem, first: { ...first, value: nameOf(first.value) }, second: { ...second, value: nameOf(second.value) } };
};
