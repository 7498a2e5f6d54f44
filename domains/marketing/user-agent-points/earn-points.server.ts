import { sql } from 'kysely';
import { earnBasis, pointEntryKind } from '#engines/marketing/codes.ts';
import { bestRule, earnedAfterRefund, pointsEarned } from '#engines/marketing/point-rules.ts';
import type { EarnAmounts, EarnRule, EarnTerms } from '#engines/marketing/point-rules.ts';
import { mainPartType } from '#engines/order/codes.ts';
import { dayText, localDate } from '#engines/time/calendar.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { yesNo } from '#domains/system/resources.ts';
import { programAt, timesOfEarned } from '../point-program/programs.server.ts';
import type { PointProgram } from '../point-program/programs.server.ts';
import { addPoints, lockAccount, openAccountOf, removePoints } from './account.server.ts';
import type { PointAccount, PointActor } from './account.server.ts';

/** Rules of one programme that are looked at for an order. */
const RULES_MAX = 200;
const EARNERS = [mainPartType.phoneUser, mainPartType.icCard] as const;

interface EarningOrder {
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly custId: bigint;
  readonly startTime: Date;
  readonly zone: string;
  readonly vipLevel: number;
}

/** A settled order, of a person or of a card with a customer, earns points by the best of the rules that hold for it. */
export const earnPoints = async (tx: Tx, amounts: EarnAmounts, actor: PointActor & Required<Pick<PointActor, 'order'>>): Promise<void> => {
  const order = actor.order && (await earningOrder(tx, actor.order.chargingOrderId));
  const program = order && (await programAt(tx, { tenantId: String(order.tenantId), agentId: String(order.agentId) }));
  if (!program || !actor.order) return;
  const { startTime, zone, vipLevel } = order;
  const facts = { startMs: startTime.getTime(), zone, stationId: String(order.stationId), vipLevel };
  const best = bestRule(await rulesOf(tx, program, startTime), facts, amounts);
  if (!best) return;
  const account = await openAccountOf(tx, program, { ...actor, custId: String(order.custId) });
  const earnDay = dayText(localDate(actor.now.getTime(), program.zone));
  const points = await withinDay(tx, account, { points: best.points, earnDay, chargingOrderId: actor.order.chargingOrderId });
  const { rule } = best;
  await sql`insert into point_earning (charging_order_id, tenant_id, charging_order_no, user_agent_points_id, point_rule_id, earn_basis, points_per_unit, order_max_points, earned_points, earn_day)
    values (${actor.order.chargingOrderId}, ${order.tenantId}, ${actor.order.chargingOrderNo}, ${account.accountId}, ${rule.ruleId}, ${rule.basis}, ${rule.pointsPerUnit},
      ${rule.orderMaxPoints}, ${points}, ${earnDay}::date)`.execute(tx);
  if (points > 0n) await addPoints(tx, account, { ...actor, kind: pointEntryKind.earned, points, ...timesOfEarned(program, actor.now) });
};

const earningOrder = async (tx: Tx, chargingOrderId: string): Promise<EarningOrder | undefined> => {
  const { rows } =
    await sql<EarningOrder>`select o.tenant_id, o.agent_id, o.station_id, o.cust_id, coalesce(o.start_time, o.create_time) as start_time, s.timezone as zone,
      coalesce((select l.vip_level_val from vip_level l where l.tenant_id = o.tenant_id and l.vip_level_name = o.vip_level_name and not l.is_delete), 0) as vip_level
    from charging_order o join station s on s.station_id = o.station_id
    where o.charging_order_id = ${chargingOrderId} and o.cust_id is not null and o.main_part_type in (${literals(EARNERS)})`.execute(tx);
  return rows[0];
};

interface RuleRow {
  readonly pointRuleId: bigint;
  readonly earnBasis: number;
  readonly pointsPerUnit: number;
  readonly orderMaxPoints: number | null;
  readonly weekdays: readonly number[] | null;
  readonly fromTime: string | null;
  readonly toTime: string | null;
  readonly stationIds: readonly { readonly stationId: string }[] | null;
  readonly vipLevelValLimit: number;
}

const rulesOf = async (tx: Tx, { pointProgramId }: PointProgram, startTime: Date): Promise<readonly EarnRule[]> => {
  const { rows } =
    await sql<RuleRow>`select point_rule_id, earn_basis, points_per_unit, order_max_points, weekdays, from_time, to_time, station_ids, vip_level_val_limit
    from point_rule where point_program_id = ${pointProgramId} and is_used = ${sql.lit(valuesOf(yesNo).yes)} and not is_delete
      and (start_time is null or start_time <= ${startTime}) and (end_time is null or end_time > ${startTime})
    order by point_rule_id limit ${RULES_MAX}`.execute(tx);
  return rows.map((row) => ({
    ruleId: String(row.pointRuleId),
    basis: row.earnBasis === earnBasis.energy ? earnBasis.energy : earnBasis.money,
    pointsPerUnit: BigInt(row.pointsPerUnit),
    orderMaxPoints: row.orderMaxPoints === null ? null : BigInt(row.orderMaxPoints),
    weekdays: row.weekdays,
    fromMinute: minutesOf(row.fromTime),
    toMinute: minutesOf(row.toTime),
    stationIds: row.stationIds && row.stationIds.map(({ stationId }) => stationId),
    leastVipLevel: row.vipLevelValLimit,
  }));
};

const minutesOf = (time: string | null): number | null => (time === null ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));

interface DayShare {
  readonly points: bigint;
  readonly earnDay: string;
  readonly chargingOrderId: string;
}

/** What the limit of the day leaves of an order's points. The account is locked, so orders at the same time follow each other. */
const withinDay = async (tx: Tx, { accountId, program }: PointAccount, { points, earnDay, chargingOrderId }: DayShare): Promise<bigint> => {
  if (program.dayMaxPoints === null) return points;
  const { rows } = await sql<{ others: bigint }>`select coalesce(sum(earned_points), 0)::int8 as others from point_earning
    where user_agent_points_id = ${accountId} and earn_day = ${earnDay}::date and charging_order_id <> ${chargingOrderId}`.execute(tx);
  const left = program.dayMaxPoints - (rows[0]?.others ?? 0n);
  if (left <= 0n) return 0n;
  return points < left ? points : left;
};

interface EarningRow {
  readonly accountId: bigint;
  readonly earnBasis: number;
  readonly pointsPerUnit: bigint;
  readonly orderMaxPoints: bigint | null;
  readonly earned: bigint;
  readonly earnDay: string;
}

/** After a correction or a refund: what the order would have earned for what it costs now, by the rule of its settlement. */
export const correctEarnedPoints = async (
  tx: Tx,
  { refundedCents, ...amounts }: EarnAmounts & { readonly refundedCents: bigint },
  actor: PointActor & Required<Pick<PointActor, 'order'>>,
): Promise<void> => {
  const chargingOrderId = actor.order?.chargingOrderId ?? '0';
  const { rows } =
    await sql<EarningRow>`select user_agent_points_id as account_id, earn_basis, points_per_unit, order_max_points, earned_points as earned,
    earn_day::text as earn_day from point_earning where charging_order_id = ${chargingOrderId}`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const account = await lockAccount(tx, String(row.accountId));
  const terms: EarnTerms = {
    basis: row.earnBasis === earnBasis.energy ? earnBasis.energy : earnBasis.money,
    pointsPerUnit: row.pointsPerUnit,
    orderMaxPoints: row.orderMaxPoints,
  };
  const whole = await withinDay(tx, account, { points: pointsEarned(terms, amounts), earnDay: row.earnDay, chargingOrderId });
  const points = refundedCents > 0n ? earnedAfterRefund(terms, whole, { ...amounts, refundedCents }) : whole;
  if (points === row.earned) return;
  await sql`update point_earning set earned_points = ${points} where charging_order_id = ${chargingOrderId}`.execute(tx);
  if (points > row.earned) {
    const incoming = { ...actor, kind: pointEntryKind.earned, points: points - row.earned, ...timesOfEarned(account.program, actor.now) };
    await addPoints(tx, account, incoming);
  } else await removePoints(tx, account, { ...actor, kind: pointEntryKind.clawedBack, points: row.earned - points });
};
