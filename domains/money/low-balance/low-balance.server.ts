import { sql } from 'kysely';
import { exceptionType, integrityCode } from '#engines/alarm/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { cardState, custState } from '#domains/customer/resources.ts';
import { reportConditions } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { lowBalances } from './low-balance.ts';

/** The most changes that one run reports; the next run reports the rest. */
const RUN_MAX = 5_000;
const MONEY_SCALE = 2;
const { lowCustomer, lowCard, lowCar } = integrityCode;

/**
 * Reports each balance below the mark of its owner as a condition, and its recovery. Balances move for many reasons, and so do marks, so the two are
 * compared by the clock and not where either changes.
 */
export const lowBalanceJob: Job = implementJob(lowBalances, async ({ tx, now }) => {
  const changes = await changedBalances(tx);
  const reports = changes.map(({ tenantId, agentId, code, subject, name, balanceCents, markCents, currency, isLow }) => ({
    subject: { tenantId: String(tenantId), agentId: agentId === null ? null : String(agentId), stationId: null, subject, isPile: false },
    condition: {
      exceptionType: exceptionType.integrity,
      exceptionCode: code,
      isPresent: isLow,
      ...(isLow && { detail: `${name}: ${money(balanceCents)} < ${money(markCents)} ${currency}` }),
    },
  }));
  await reportConditions(tx, reports, { atMs: now.getTime(), nowMs: now.getTime() });
  const low = changes.filter(({ isLow }) => isLow).length;
  return { low, over: changes.length - low };
});

const money = (cents: bigint | null): string => formatScaled(cents ?? 0n, MONEY_SCALE);

interface ChangedBalance {
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly code: number;
  /** The id of a customer, the number of a card, the VIN of a car. */
  readonly subject: string;
  readonly name: string;
  readonly balanceCents: bigint | null;
  readonly markCents: bigint | null;
  readonly currency: string;
  readonly isLow: boolean;
}

/** The balance `b` of the wallet of an owner `o`. A wallet that was never used has no account, and nothing in it. */
const balanceOfO = sql`left join ledger.account a on a.tenant_id = o.tenant_id and a.currency = o.currency and a.code = o.wallet_code
  left join ledger.balance b on b.account_id = a.account_id`;

/** A card or car whose customer's wallet pays has a balance that does not matter, and so has an owner who is closed. */
const changedBalances = async (tx: Tx): Promise<readonly ChangedBalance[]> => {
  const { rows } = await sql<ChangedBalance>`with low as materialized (
      select o.tenant_id, o.agent_id, ${sql.lit(lowCustomer)} as code, o.cust_id::text as subject, o.cust_name as name, coalesce(b.posted, 0) as balance, o.alarm_amount as mark, o.currency
        from customer o ${balanceOfO} where o.alarm_amount > 0 and not o.is_delete and o.cust_state <> ${sql.lit(valuesOf(custState).closed)} and coalesce(b.posted, 0) < o.alarm_amount
      union all select o.tenant_id, o.agent_id, ${sql.lit(lowCard)}, o.ic_card_no, coalesce(o.card_people, o.ic_card_no), coalesce(b.posted, 0), o.card_alarm_money, o.currency
        from ic_card o ${balanceOfO} left join customer c on c.cust_id = o.cust_id
        where o.card_alarm_money > 0 and not o.is_delete and o.card_state <> ${sql.lit(valuesOf(cardState).disused)} and coalesce(b.posted, 0) < o.card_alarm_money and c.use_funds_pool is distinct from 1
      union all select o.tenant_id, o.agent_id, ${sql.lit(lowCar)}, o.car_vin, o.car_num, coalesce(b.posted, 0), o.car_alarm_money, o.currency
        from car o ${balanceOfO} left join customer c on c.cust_id = case when o.cust_id is null then o.phone_user_id else o.cust_id end
        where o.car_alarm_money > 0 and not o.is_delete and o.state <> ${sql.lit(entityState.disused)} and coalesce(b.posted, 0) < o.car_alarm_money and c.use_funds_pool is distinct from 1),
    known as materialized (select k.tenant_id, k.agent_id, k.exception_code as code, k.subject from condition k
      where k.exception_type = ${sql.lit(exceptionType.integrity)} and k.exception_code in (${sql.lit(lowCustomer)}, ${sql.lit(lowCard)}, ${sql.lit(lowCar)}) and k.is_present and not k.is_pile)
    select coalesce(low.tenant_id, known.tenant_id, 0) as tenant_id, coalesce(low.agent_id, known.agent_id) as agent_id, coalesce(low.code, known.code, 0) as code,
      coalesce(low.subject, known.subject, '') as subject, coalesce(low.name, '') as name, low.balance as balance_cents, low.mark as mark_cents, coalesce(low.currency, '') as currency, low.subject is not null as is_low
    from low full join known using (tenant_id, code, subject) where low.subject is null or known.subject is null
    order by 1, 3, 4 limit ${sql.lit(RUN_MAX)}`.execute(tx);
  return rows;
};
