import { sql } from 'kysely';
import { startSource, strategyType } from '#engines/order/codes.ts';
import { gunState } from '#engines/pile/codes.ts';
import { remoteStartProblems } from '#engines/order/rules/start-comparison.ts';
import type { Comparison, MeasureName } from '#engines/order/rules/start-comparison.ts';
import { strategyOf } from '#engines/order/rules/strategy.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import type { Party } from '#domains/customer/resources.ts';
import { fitsPile } from '#domains/customer/server.ts';
import { readPluggedCar } from '#domains/device/server.ts';
import { pile, pileProtocol, tenant } from '#domains/network/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { operatorWork } from './order-action.server.ts';
import type { OrderActionDeps } from './order-action.server.ts';
import { comparisonTexts } from '../display-text.rules.ts';
import type { TextContext } from '../display-text.rules.ts';
import { atMost, availableCents, orderBalanceCents, walletName } from '../lifecycle/order-balance.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { openAndStart } from '../start/open-order.server.ts';
import type { StartTerms } from '../start/open-order.server.ts';
import { PLUG_WAIT_KEY, plugWaitMs } from '../start/plug-wait.rules.ts';
import { freeGun } from '../start/free-gun.server.ts';
import { reservedFor } from '../start/next-reservation.server.ts';
import { lockStartSite } from '../start/start-site.server.ts';
import type { StartSite } from '../start/start-site.server.ts';
import { refuseStart, textContextOf, visiblePayer } from '../visible-order.server.ts';

type Input = InputOf<typeof chargingOrderApi.remoteStart>;

/** Starts a charge for an operator. What can be compared is checked first, so that a refusal can name both values. */
export const remoteStartHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, 'remoteStart'> => ({
  remoteStart: async (ctx, input) => {
    const { gunCount } = await ctx.rows(pile).get(input.cpCode);
    const isGun = input.gunNumber >= 1 && input.gunNumber <= gunCount;
    const work = operatorWork(ctx, deps);
    await freeGun(work, input);
    const site =
      (await lockStartSite(ctx.db, input.cpCode, isGun ? input.gunNumber : 1)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    const party = await visiblePayer(ctx, input.mainPartType, input.mainPartId);
    const textContext = textContextOf(ctx, site);
    const strategy = readStrategy(input, textContext);
    if (strategy.type === strategyType.byVin && party.carVin === null) throwRefusal(orderRefusals, 'strategy.noCar');
    if (!fitsPile(party, site.cpType)) throwRefusal(orderRefusals, 'party.otherPileType', { name: party.carNum ?? party.carVin ?? '' });
    const reserved = await reservedFor(ctx.db, site, { party, nowMs: work.nowMs });
    const own = reserved?.facts.created.strategy.type;
    // A reservation keeps the limit that it was made with.
    if (own !== undefined && strategy.type !== own && strategy.type !== strategyType.untilFull)
      throwRefusal(orderRefusals, 'reservation.otherStrategy');
    await checkComparisons(ctx, { input, site, party, strategy, nowMs: work.nowMs, textContext, reserved });
    const terms = { site, party, reserved, passwordMatches: null, strategy, startSource: startSource.platform, by: 'command' } as const;
    const opened = await openAndStart(work, { ...terms, ...(await plugRequirementOf(ctx.db, site)) });
    if (!opened.ok) return refuseStart(opened.verdict, textContext);
    const { row } = opened.order;
    return { chargingOrderId: row.orderId, chargingOrderNo: row.orderNo };
  },
});

/** A native pile refuses to start a gun that is not plugged in; an OCPP station accepts the start and waits for the plug. */
export const plugRequirementOf = async (tx: Tx, { cpCode, deviceGunStat }: StartSite): Promise<Pick<StartTerms, 'mustBePlugged' | 'plugWaitMs'>> => {
  const { rows } = await sql<{ waitS: string | null }>`select c.value as wait_s from pile p
    left join pile_parameter c on c.cp_code = p.cp_code and c.param_no = ${PLUG_WAIT_KEY} where p.cp_code = ${cpCode} and p.protocol = ${ocpp16.value}`.execute(
    tx,
  );
  const [station] = rows;
  if (!station) return { mustBePlugged: true };
  return { mustBePlugged: 'soon', ...(deviceGunStat === gunState.idle && { plugWaitMs: plugWaitMs(station.waitS) }) };
};

const { ocpp16 } = pileProtocol.items;

/** The measure that the value of a strategy is given in, and how many units of that measure are one hundredth of the strategy's unit. */
const strategyMeasures: Readonly<Record<number, readonly [MeasureName, bigint]>> = {
  2: ['amountCents', 1n],
  3: ['energyDwh', 100n],
  5: ['durationMs', 600n],
};

const readStrategy = (input: Input, textContext: TextContext): Strategy => {
  const { chargingStrategyType: type, chargingStrategyVal: value } = input;
  const [name, units] = strategyMeasures[type] ?? [];
  if (name !== undefined && units !== undefined && value != null && value <= 0n)
    refuseComparison({ code: 'start.notGreater', first: { name, value: value * units }, second: { name: 'nothing', value: 0n } }, textContext);
  const until = input.untilTime ?? null;
  const strategy = strategyOf({ strategyType: type, strategyValE2: Number(value ?? 0n), ...(until && { untilMs: until.getTime() }) });
  return typeof strategy === 'string' ? throwRefusal(orderRefusals, strategy) : strategy;
};

const refuseComparison = (problem: Comparison, textContext: TextContext): never =>
  throwRefusal(orderRefusals, problem.code, comparisonTexts(problem, textContext));

interface ComparisonInput {
  readonly input: Input;
  readonly site: StartSite;
  readonly party: Party;
  readonly strategy: Strategy;
  readonly nowMs: number;
  readonly textContext: TextContext;
  /** The order that reserves the gun for this party. */
  readonly reserved: LoadedOrder | undefined;
}

/** The checks of a remote start that compare two values. */
const checkComparisons = async (ctx: Context, { input, site, party, strategy, nowMs, textContext, reserved }: ComparisonInput): Promise<void> => {
  const car = await readPluggedCar(ctx.db, site.cpCode, site.gunNumber);
  const [problem] = remoteStartProblems({
    nowMs,
    strategy,
    gunNumber: input.gunNumber,
    gunCount: site.gunCount,
    tenantId: party.tenantId,
    pileTenantId: site.tenantId,
    currency: party.currency,
    pileCurrency: site.currency,
    vin: party.carVin,
    boundVin: car.carVin,
    shownRateRuleNo: input.rateRuleNo ?? null,
    rateRuleNo: await ruleNoOf(ctx, site),
    availableCents: reserved
      ? await orderBalanceCents(ctx.db, reserved.row)
      : atMost(
          await availableCents(ctx.db, { tenantId: party.tenantId, currency: party.currency, walletOwner: walletName(party) }),
          site.drawMaxCents,
        ),
    accountMinAmountCents: site.accountMinAmountCents,
    ratedPowerW: site.ratedPowerW,
    currentSoc: car.carSoc,
    chargingMaxSoc: site.maxSoc,
  });
  if (problem) refuseComparison(await withTenantNames(ctx, problem), textContext);
};

const ruleNoOf = async (ctx: Context, { rateRuleId }: StartSite): Promise<string> => {
  if (rateRuleId === null) return '';
  const { rows } = await sql<{ no: string }>`select rate_rule_no as no from rate_rule where rate_rule_id = ${rateRuleId}`.execute(ctx.db);
  return rows[0]?.no ?? '';
};

/** People know tenants by name, so ids are replaced by names. */
const withTenantNames = async (ctx: Context, problem: Comparison): Promise<Comparison> => {
  if (problem.first.name !== 'tenantId') return problem;
  const { first, second } = problem;
  const names = new Map((await ctx.rows(tenant).findMany([String(first.value), String(second.value)])).map((row) => [row.tenantId, row.name]));
  const nameOf = (value: typeof first.value) => names.get(String(value)) ?? String(value);
  return { ...problem, first: { ...first, value: nameOf(first.value) }, second: { ...second, value: nameOf(second.value) } };
};
