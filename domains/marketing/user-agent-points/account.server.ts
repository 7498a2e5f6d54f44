import { sql } from 'kysely';
import { pointEntryKind } from '#engines/marketing/codes.ts';
import type { PointEntryKind } from '#engines/marketing/codes.ts';
import { takeFromLots } from '#engines/marketing/point-rules.ts';
import { accounts, openAccounts, post } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { programById } from '../point-program/programs.server.ts';
import type { PointProgram } from '../point-program/programs.server.ts';
import { freeLots, reduceLots } from './lots.server.ts';
import { pointRefusals } from './user-agent-points.labels.ts';

/** An account whose row is locked until the transaction ends. */
export interface PointAccount {
  readonly accountId: string;
  readonly custId: string;
  readonly program: PointProgram;
  readonly balance: bigint;
  /** Set aside for orders. */
  readonly locked: bigint;
  readonly debt: bigint;
}

/** Who changes points, when, and for which order. */
export interface PointActor {
  readonly by: string;
  readonly now: Date;
  readonly order?: { readonly chargingOrderId: string; readonly chargingOrderNo: string } | undefined;
  readonly reason?: string | undefined;
  readonly secondBy?: string | undefined;
}

interface AccountRow {
  readonly accountId: bigint;
  readonly custId: bigint;
  readonly pointProgramId: bigint;
  readonly balance: bigint;
  readonly locked: bigint;
  readonly debt: bigint;
}

/** The account of a customer, locked; undefined when the customer has none. */
export const lockAccountOf = async (tx: Tx, program: PointProgram, custId: string): Promise<PointAccount | undefined> => {
  const { rows } =
    await sql<AccountRow>`select user_agent_points_id as account_id, cust_id, point_program_id, balance, locked, debt from point_account
    where tenant_id = ${program.tenantId} and point_program_id = ${program.pointProgramId} and cust_id = ${custId} for update`.execute(tx);
  return rows[0] && accountOf(rows[0], program);
};

/** The same; the account is made when it is missing. */
export const openAccountOf = async (
  tx: Tx,
  program: PointProgram,
  { custId, by, now }: PointActor & { readonly custId: string },
): Promise<PointAccount> => {
  await sql`insert into point_account (tenant_id, agent_id, point_program_id, cust_id, user_name, create_by, create_time)
    select ${program.tenantId}::int8, ${program.agentId}::int8, ${program.pointProgramId}::int8, c.cust_id, c.cust_name, ${by}::text, ${now}::timestamptz
    from customer c where c.tenant_id = ${program.tenantId} and c.cust_id = ${custId} on conflict (tenant_id, point_program_id, cust_id) do nothing`.execute(
    tx,
  );
  const account = await lockAccountOf(tx, program, custId);
  if (!account) throw new Error(`customer ${custId} has no account of points`);
  return account;
};

export const lockAccount = async (tx: Tx, accountId: string): Promise<PointAccount> => {
  const { rows } =
    await sql<AccountRow>`select user_agent_points_id as account_id, cust_id, point_program_id, balance, locked, debt from point_account
    where user_agent_points_id = ${accountId} for update`.execute(tx);
  const [row] = rows;
  const program = row && (await programById(tx, String(row.pointProgramId)));
  if (!program) throw new Error(`there is no account ${accountId} of points`);
  return accountOf(row, program);
};

const accountOf = ({ accountId, custId, balance, locked, debt }: AccountRow, program: PointProgram): PointAccount => ({
  accountId: String(accountId),
  custId: String(custId),
  program,
  balance,
  locked,
  debt,
});

interface Incoming extends PointActor {
  readonly kind: typeof pointEntryKind.earned | typeof pointEntryKind.given | typeof pointEntryKind.givenBack;
  readonly points: bigint;
  /** From when they can be spent; at once when absent. */
  readonly activeAt?: Date;
  readonly expiresAt: Date;
}

/** Points come in as a lot of their own. They pay a debt first. */
export const addPoints = async (tx: Tx, account: PointAccount, incoming: Incoming): Promise<PointAccount> => {
  const { kind, points, activeAt, expiresAt, order, now } = incoming;
  await sql`insert into point_lot (tenant_id, user_agent_points_id, charging_order_id, points, points_left, active_at, expires_at)
    values (${account.program.tenantId}, ${account.accountId}, ${order?.chargingOrderId ?? null}::int8, ${points}, ${points}, ${activeAt ?? now}, ${expiresAt})`.execute(
    tx,
  );
  const after = await payDebt(tx, { ...account, balance: account.balance + points });
  const isSpentAgain = kind === pointEntryKind.givenBack;
  await saveAccount(tx, after, { earned: isSpentAgain ? 0n : points, spent: isSpentAgain ? -points : 0n, now });
  await addEntry(tx, after, incoming);
  return after;
};

interface Outgoing extends PointActor {
  readonly kind: typeof pointEntryKind.taken | typeof pointEntryKind.clawedBack;
  readonly points: bigint;
}

/**
 * Takes points that no order has set aside, those of the same order first, then those that expire first. What a customer has spent already is owed where
 * earned points are taken back; an operator cannot take more than there is.
 */
export const removePoints = async (tx: Tx, account: PointAccount, outgoing: Outgoing): Promise<PointAccount> => {
  const { kind, points, order, now } = outgoing;
  const free = account.balance - account.locked;
  if (points > free && kind === pointEntryKind.taken) return throwRefusal(pointRefusals, 'points.tooFew', { points: Number(free) });
  const taken = points < free ? points : free;
  await reduceLots(tx, takeFromLots(await freeLots(tx, account.accountId, { first: order?.chargingOrderId }), taken) ?? missingLots(account));
  const after = { ...account, balance: account.balance - taken, debt: account.debt + points - taken };
  await saveAccount(tx, after, { earned: 0n, spent: 0n, now });
  await addEntry(tx, after, { ...outgoing, points: -points });
  return after;
};

/** Points whose time is over and that no order has set aside. */
export const expirePoints = async (tx: Tx, account: PointAccount, now: Date): Promise<bigint> => {
  const lots = await freeLots(tx, account.accountId, { expiredAt: now });
  const points = lots.reduce((sum, { free }) => sum + free, 0n);
  if (points === 0n) return 0n;
  await reduceLots(
    tx,
    lots.map(({ lotId, free }) => ({ lotId, points: free })),
  );
  const after = { ...account, balance: account.balance - points };
  await saveAccount(tx, after, { earned: 0n, spent: 0n, now });
  await addEntry(tx, after, { kind: pointEntryKind.expired, points: -points, by: 'worker:points', now });
  return points;
};

/** A debt is paid as soon as there are points that no order has set aside. */
export const payDebt = async (tx: Tx, account: PointAccount): Promise<PointAccount> => {
  const free = account.balance - account.locked;
  const paid = account.debt < free ? account.debt : free;
  if (paid === 0n) return account;
  await reduceLots(tx, takeFromLots(await freeLots(tx, account.accountId, {}), paid) ?? missingLots(account));
  return { ...account, balance: account.balance - paid, debt: account.debt - paid };
};

export const missingLots = ({ accountId }: PointAccount): never => {
  throw new Error(`the lots of account ${accountId} of points do not make its balance`);
};

interface Lifetime {
  /** What came in and what was spent by this change. */
  readonly earned: bigint;
  readonly spent: bigint;
  readonly now: Date;
}

export const saveAccount = async (tx: Tx, { accountId, balance, locked, debt }: PointAccount, { earned, spent, now }: Lifetime): Promise<void> => {
  await sql`update point_account set balance = ${balance}, locked = ${locked}, debt = ${debt}, lifetime_earned = lifetime_earned + ${earned},
    lifetime_spent = lifetime_spent + ${spent}, last_change = ${now}, update_time = ${now}, version = version + 1 where user_agent_points_id = ${accountId}`.execute(
    tx,
  );
};

interface Entry extends PointActor {
  readonly kind: PointEntryKind;
  /** The change of balance less debt. */
  readonly points: bigint;
  readonly expiresAt?: Date;
}

/** The other side of an entry. */
const CONTRA = { issued: 1, redeemed: 2, expired: 3 } as const;
const contraOf = (kind: PointEntryKind): (typeof CONTRA)[keyof typeof CONTRA] => {
  if (kind === pointEntryKind.spent || kind === pointEntryKind.givenBack) return CONTRA.redeemed;
  return kind === pointEntryKind.expired ? CONTRA.expired : CONTRA.issued;
};

/** Writes the entry of a change, and books it where no order does: what points are worth is owed from the moment they are earned. */
export const addEntry = async (tx: Tx, account: PointAccount, entry: Entry): Promise<void> => {
  const { kind, points, expiresAt, by, now, order, reason, secondBy } = entry;
  const { program, accountId, custId, balance, debt } = account;
  const amountCents = (points < 0n ? -points : points) * program.pointCents;
  const { rows } = await sql<{
    id: bigint;
  }>`insert into point_entry (tenant_id, agent_id, user_agent_points_id, cust_id, entry_kind, contra, points, balance_after, debt_after,
      amount, charging_order_id, charging_order_no, expires_at, reason, second_by, create_by, create_time)
    values (${program.tenantId}, ${program.agentId}, ${accountId}, ${custId}, ${kind}, ${contraOf(kind)}, ${points}, ${balance}, ${debt}, ${amountCents},
      ${order?.chargingOrderId ?? null}::int8, ${order?.chargingOrderNo ?? null}, ${expiresAt ?? null}, ${reason ?? null}, ${secondBy ?? null}, ${by}, ${now})
    returning point_entry_id as id`.execute(tx);
  if (contraOf(kind) === CONTRA.redeemed) return;
  await bookPoints(tx, program, { source: { type: 'point_entry', id: String(rows[0]?.id) }, cents: points * program.pointCents, by });
};

interface PointBooking {
  readonly source: { readonly type: string; readonly id: string };
  /** Above zero more is owed to customers. */
  readonly cents: bigint;
  readonly by: string;
  readonly orderId?: bigint;
}

/** More points: D cost of points, C points. Fewer: the other way round. */
export const bookPoints = async (
  tx: Tx,
  { tenantId, currency, funder }: Pick<PointProgram, 'tenantId' | 'currency' | 'funder'>,
  { source, cents: changeCents, by, orderId }: PointBooking,
): Promise<void> => {
  const books = { tenantId: BigInt(tenantId), currency, actor: by };
  const [points = 0n, cost = 0n] = await openAccounts(tx, books, [accounts.points(funder), accounts.pointCost(funder)]);
  const line =
    changeCents > 0n ? { debit: cost, credit: points, amountCents: changeCents } : { debit: points, credit: cost, amountCents: -changeCents };
  await post(tx, books, { kind: 'points', source, lines: [line], ...(orderId !== undefined && { orderId }) });
};
