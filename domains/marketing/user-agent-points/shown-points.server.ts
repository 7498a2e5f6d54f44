import { sql } from 'kysely';
import { pointEntryKind } from '#engines/marketing/codes.ts';
import type { PointEntryKind } from '#engines/marketing/codes.ts';
import { planPoints } from '#engines/marketing/point-rules.ts';
import { pointCreditOf } from '#engines/tariff/points.ts';
import type { Tx } from '#kit/db/index.ts';
import { programAt } from '../point-program/programs.server.ts';
import { spendable } from './order-points.server.ts';

/** Entries of one account that its holder is shown, the newest. */
const ENTRIES_MAX = 50;

/** An account of points as its holder sees it. */
export interface ShownPoints {
  readonly programName: string;
  /** Null: of the tenant. */
  readonly agentName: string | null;
  readonly currency: string;
  readonly balance: bigint;
  readonly locked: bigint;
  /** Points that cannot be spent yet, and when the first of them can. */
  readonly waitingPoints: bigint;
  readonly activeAt: Date | null;
  readonly debt: bigint;
  /** What one point is worth, in minor units. */
  readonly pointCents: bigint;
  readonly expiringPoints: bigint;
  readonly expiringAt: Date | null;
  readonly entries: readonly ShownEntry[];
}

export interface ShownEntry {
  readonly kind: PointEntryKind;
  readonly points: bigint;
  readonly at: Date;
  readonly expiresAt: Date | null;
}

interface AccountColumns extends Omit<ShownPoints, 'entries'> {
  readonly accountId: bigint;
}

/** The accounts of a customer, with their newest entries. */
export const pointsOfCustomer = async (
  tx: Tx,
  { tenantId, custId }: { readonly tenantId: string; readonly custId: string },
  now: Date,
): Promise<readonly ShownPoints[]> => {
  const { rows } =
    await sql<AccountColumns>`select a.user_agent_points_id as account_id, p.program_name, g.agent_name, p.currency, a.balance, a.locked, a.debt, p.point_amount as point_cents,
      (select coalesce(sum(l.points_left), 0)::int8 from point_lot l where l.user_agent_points_id = a.user_agent_points_id and l.points_left > 0
        and l.expires_at < ${now}::timestamptz + interval '30 days') as expiring_points,
      (select min(l.expires_at) from point_lot l where l.user_agent_points_id = a.user_agent_points_id and l.points_left > 0) as expiring_at,
      coalesce(waiting.points, 0)::int8 as waiting_points, waiting.active_at
    from point_account a join point_program p on p.tenant_id = a.tenant_id and p.point_program_id = a.point_program_id
    left join agent g on g.tenant_id = p.tenant_id and g.agent_id = p.agent_id
    left join lateral (select coalesce(sum(l.points_left), 0)::int8 as points, min(l.active_at) as active_at from point_lot l
      where l.user_agent_points_id = a.user_agent_points_id and l.points_left > 0 and l.active_at > ${now}) waiting on true
    where a.tenant_id = ${tenantId} and a.cust_id = ${custId} order by a.user_agent_points_id`.execute(tx);
  const shown: ShownPoints[] = [];
  for (const { accountId, ...account } of rows) shown.push({ ...account, entries: await entriesOf(tx, accountId) });
  return shown;
};

const entriesOf = async (tx: Tx, accountId: bigint): Promise<readonly ShownEntry[]> => {
  const { rows } = await sql<{
    kind: number;
    points: bigint;
    at: Date;
    expiresAt: Date | null;
  }>`select entry_kind as kind, points, create_time as at, expires_at
    from point_entry where user_agent_points_id = ${accountId} order by create_time desc, point_entry_id desc limit ${ENTRIES_MAX}`.execute(tx);
  return rows.map(({ kind, ...entry }) => ({
    ...entry,
    kind: Object.values(pointEntryKind).find((known) => known === kind) ?? pointEntryKind.earned,
  }));
};

/** What points would pay of an order that costs at most this much, at a place, now. */
export interface PointOffer {
  readonly points: bigint;
  readonly creditCents: bigint;
  /** What need not lie in the wallet. */
  readonly sureCents: bigint;
  /** All that the customer has and may spend. */
  readonly balance: bigint;
}

interface OfferQuery {
  readonly place: { readonly tenantId: string; readonly agentId: string };
  readonly custId: string;
  readonly capCents: bigint;
  readonly now: Date;
}

/** Undefined where no programme is on, or the customer has no points of it. Nothing is locked. */
export const pointOffer = async (tx: Tx, { place, custId, capCents, now }: OfferQuery): Promise<PointOffer | undefined> => {
  const program = await programAt(tx, place);
  if (!program) return undefined;
  const { rows } = await sql<{ balance: bigint }>`select coalesce(sum(l.points_left - l.points_held), 0)::int8 as balance from point_account a
    join point_lot l on l.user_agent_points_id = a.user_agent_points_id and l.points_left > l.points_held and l.active_at <= ${now} and l.expires_at > ${now}
    where a.tenant_id = ${program.tenantId} and a.point_program_id = ${program.pointProgramId} and a.cust_id = ${custId}`.execute(tx);
  const balance = rows[0]?.balance ?? 0n;
  if (balance === 0n) return undefined;
  const terms = spendable(program, balance);
  const { points, sureCents } = planPoints(terms, capCents);
  return { points, creditCents: pointCreditOf(points, terms), sureCents, balance };
};
