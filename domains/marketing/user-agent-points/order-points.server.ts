import { sql } from 'kysely';
import { pointEntryKind, stateOfUse } from '#engines/marketing/codes.ts';
import type { StateOfUse } from '#engines/marketing/codes.ts';
import { planPoints, takeFromLots } from '#engines/marketing/point-rules.ts';
import type { PointPlan } from '#engines/marketing/point-rules.ts';
import { cents } from '#engines/money/units.ts';
import type { PointTerms } from '#engines/tariff/points.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { programAt } from '../point-program/programs.server.ts';
import type { PointProgram } from '../point-program/programs.server.ts';
import { addEntry, addPoints, bookPoints, lockAccount, lockAccountOf, missingLots, payDebt, saveAccount } from './account.server.ts';
import type { PointAccount, PointActor } from './account.server.ts';
import { freeLots } from './lots.server.ts';
import { pointRefusals } from './user-agent-points.labels.ts';

/** Points that come back after they have expired stay valid for so long. */
const GRACE_MS = 7 * 86_400_000;

/** The points of an order: set aside for it, and what became of them. */
export interface OrderPoints {
  readonly chargingOrderId: string;
  readonly accountId: string;
  readonly state: StateOfUse;
  /** Whose cost the points are, as in the books. */
  readonly funder: string;
  readonly reserved: bigint;
  readonly spent: bigint;
  /** Of the spent ones, those that came back by refunds. */
  readonly back: bigint;
  /** What they surely pay of the strategy's amount. */
  readonly sureCents: bigint;
  /** How a bill counts them: up to those that are set aside, or once it is settled, up to those that were spent. */
  readonly terms: PointTerms;
}

type PlannedOrder = Readonly<Record<'tenantId' | 'agentId', string>> & {
  readonly custId: string | null;
  /** The most that the order may cost; null: no limit. */
  readonly capCents: bigint | null;
  readonly now: Date;
};

/** What of a customer's points an order of at most this amount would use now. */
export interface PlannedPoints extends PointPlan {
  readonly account: PointAccount;
}

/**
 * Whoever has asked for points has reckoned with them, so where none can be used, the order is refused. The account is locked: what is planned can be
 * reserved in the same transaction.
 */
export const planOrderPoints = async (tx: Tx, { custId, capCents, now, ...place }: PlannedOrder): Promise<PlannedPoints> => {
  const program = await programAt(tx, place);
  const account = program && custId !== null ? await lockAccountOf(tx, program, custId) : undefined;
  if (!program || !account || capCents === null) return throwRefusal(pointRefusals, 'points.notUsable', {}, { status: 409 });
  const lots = await freeLots(tx, account.accountId, { validAt: now });
  const free = lots.reduce((sum, lot) => sum + lot.free, 0n);
  const plan = planPoints(spendable(program, free), capCents);
  return plan.points > 0n ? { account, ...plan } : throwRefusal(pointRefusals, 'points.notUsable', {}, { status: 409 });
};

/** How a programme lets so many points be spent. */
export const spendable = ({ pointCents, stepPoints, leastPoints, maxSharePercent }: PointProgram, points: bigint): PointTerms => ({
  balancePoints: points < leastPoints ? 0n : points,
  stepPoints,
  pointCents,
  maxSharePercent,
});

/** Sets the planned points aside for an order. */
export const reserveOrderPoints = async (
  tx: Tx,
  { account, points, sureCents }: PlannedPoints,
  { chargingOrderId, chargingOrderNo, now }: NonNullable<PointActor['order']> & { readonly now: Date },
): Promise<void> => {
  const { program, accountId } = account;
  const { tenantId, stepPoints, pointCents, maxSharePercent, funder } = program;
  const parts = takeFromLots(await freeLots(tx, accountId, { validAt: now }), points) ?? missingLots(account);
  await sql`insert into point_use (charging_order_id, tenant_id, charging_order_no, user_agent_points_id, step_points, point_amount, max_share, funder, reserved_points, sure_amount)
    values (${chargingOrderId}, ${tenantId}, ${chargingOrderNo}, ${accountId}, ${stepPoints}, ${pointCents}, ${maxSharePercent}, ${funder}, ${points}, ${sureCents})`.execute(
    tx,
  );
  await sql`with part as (select * from unnest(${parts.map(({ lotId }) => lotId)}::int8[], ${parts.map((part) => part.points)}::int8[]) as p (lot_id, points)),
      held as (update point_lot l set points_held = l.points_held + part.points from part where l.point_lot_id = part.lot_id)
    insert into point_use_lot (charging_order_id, point_lot_id, tenant_id, points_held) select ${chargingOrderId}, lot_id, ${tenantId}, points from part`.execute(
    tx,
  );
  await saveAccount(tx, { ...account, locked: account.locked + points }, { earned: 0n, spent: 0n, now });
};

interface UseRow {
  readonly accountId: bigint;
  readonly state: number;
  readonly stepPoints: bigint;
  readonly pointAmount: bigint;
  readonly maxShare: number;
  readonly funder: string;
  readonly reserved: bigint;
  readonly spent: bigint;
  readonly back: bigint;
  readonly sureCents: bigint;
}

/** Undefined for an order without points. */
export const pointsOfOrder = async (tx: Tx, chargingOrderId: string): Promise<OrderPoints | undefined> => {
  const { rows } =
    await sql<UseRow>`select user_agent_points_id as account_id, state, step_points, point_amount, max_share, funder, reserved_points as reserved,
    spent_points as spent, back_points as back, sure_amount as sure_cents from point_use where charging_order_id = ${chargingOrderId}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { stepPoints, funder, reserved, spent, back, sureCents } = row;
  const state = Object.values(stateOfUse).find((known) => known === row.state) ?? stateOfUse.notUsed;
  const balancePoints = state === stateOfUse.reserved ? reserved : spent;
  return {
    chargingOrderId,
    accountId: String(row.accountId),
    state,
    funder,
    reserved,
    spent,
    back,
    sureCents,
    terms: { balancePoints, stepPoints, pointCents: cents(row.pointAmount), maxSharePercent: row.maxShare },
  };
};

interface HeldLot {
  readonly lotId: bigint;
  readonly held: bigint;
  readonly spent: bigint;
  readonly back: bigint;
  readonly expiresAt: Date;
}

const lotsOfOrder = async (tx: Tx, chargingOrderId: string): Promise<readonly HeldLot[]> =>
  (
    await sql<HeldLot>`select u.point_lot_id as lot_id, u.points_held as held, u.points_spent as spent, u.points_back as back, l.expires_at from point_use_lot u
      join point_lot l using (point_lot_id) where u.charging_order_id = ${chargingOrderId} order by l.expires_at, u.point_lot_id`.execute(tx)
  ).rows;

/** Points, who moves them and when. */
interface PointMove extends PointActor {
  readonly points: bigint;
}

/** The order is settled: it spends so many of the points that were set aside, and the others are free again. */
export const spendOrderPoints = async (tx: Tx, use: OrderPoints, { points: spent, ...actor }: PointMove): Promise<void> => {
  if (use.state !== stateOfUse.reserved) return;
  const { chargingOrderId, reserved } = use;
  const account = await lockAccount(tx, use.accountId);
  const lots = await lotsOfOrder(tx, chargingOrderId);
  const parts = takeFromLots(
    lots.map(({ lotId, held }) => ({ lotId: String(lotId), free: held })),
    spent,
  );
  if (!parts) return missingLots(account);
  const spentOf = new Map(parts.map(({ lotId, points }) => [lotId, points]));
  await sql`with part as (select * from unnest(${lots.map(({ lotId }) => lotId)}::int8[], ${lots.map(({ held }) => held)}::int8[],
        ${lots.map(({ lotId }) => spentOf.get(String(lotId)) ?? 0n)}::int8[]) as p (lot_id, held, spent)),
      lot as (update point_lot l set points_held = l.points_held - part.held, points_left = l.points_left - part.spent from part where l.point_lot_id = part.lot_id)
    update point_use_lot u set points_spent = part.spent from part where u.charging_order_id = ${chargingOrderId} and u.point_lot_id = part.lot_id`.execute(
    tx,
  );
  await saveUse(tx, { ...use, state: spent > 0n ? stateOfUse.used : stateOfUse.notUsed, spent });
  const after = await payDebt(tx, { ...account, balance: account.balance - spent, locked: account.locked - reserved });
  await saveAccount(tx, after, { earned: 0n, spent, now: actor.now });
  if (spent > 0n) await addEntry(tx, after, { ...actor, kind: pointEntryKind.spent, points: -spent });
};

const saveUse = async (
  tx: Tx,
  { chargingOrderId, state, spent, back }: Pick<OrderPoints, 'chargingOrderId' | 'state' | 'spent' | 'back'>,
): Promise<void> => {
  await sql`update point_use set state = ${state}, spent_points = ${spent}, back_points = ${back} where charging_order_id = ${chargingOrderId}`.execute(
    tx,
  );
};

/**
 * A corrected bill is paid by fewer points. What a refund has given back already does not come back again; the correction has booked it, so that is booked
 * back.
 */
export const correctOrderPoints = async (tx: Tx, use: OrderPoints, { points: spent, ...actor }: PointMove): Promise<void> => {
  if (use.state !== stateOfUse.used || spent >= use.spent) return;
  const fewer = use.spent - spent;
  const outside = use.spent - use.back;
  const points = fewer < outside ? fewer : outside;
  await returnToLots(tx, use, { ...actor, points });
  if (points < fewer) {
    const { program } = await lockAccount(tx, use.accountId);
    const source = { type: 'point_use', id: `${use.chargingOrderId}:${spent}` };
    const orderId = BigInt(use.chargingOrderId);
    await bookPoints(tx, program, { source, cents: -(fewer - points) * use.terms.pointCents, by: actor.by, orderId });
  }
  const back = use.back < spent ? use.back : spent;
  await saveUse(tx, { ...use, state: spent > 0n ? stateOfUse.used : stateOfUse.givenBack, spent, back });
};

/** A refund gives so many of the spent points back. The caller books them. */
export const returnOrderPoints = async (tx: Tx, use: OrderPoints, move: PointMove): Promise<void> => {
  await returnToLots(tx, use, move);
  await saveUse(tx, { ...use, back: use.back + move.points });
};

/** Into new lots that expire as those from which the points came; what has expired meanwhile stays valid for some days. */
const returnToLots = async (tx: Tx, { chargingOrderId, accountId }: OrderPoints, { points, ...actor }: PointMove): Promise<void> => {
  if (points === 0n) return;
  let account = await lockAccount(tx, accountId);
  const lots = (await lotsOfOrder(tx, chargingOrderId)).toReversed();
  const parts = takeFromLots(
    lots.map(({ lotId, spent, back }) => ({ lotId: String(lotId), free: spent - back })),
    points,
  );
  for (const part of parts ?? missingLots(account)) {
    await sql`update point_use_lot set points_back = points_back + ${part.points} where charging_order_id = ${chargingOrderId} and point_lot_id = ${part.lotId}`.execute(
      tx,
    );
    const expiresAt = lots.find(({ lotId }) => String(lotId) === part.lotId)?.expiresAt ?? actor.now;
    const graceEnd = new Date(actor.now.getTime() + GRACE_MS);
    const incoming = { ...actor, kind: pointEntryKind.givenBack, points: part.points, expiresAt: expiresAt > actor.now ? expiresAt : graceEnd };
    account = await addPoints(tx, account, incoming);
  }
};
