import { sql } from 'kysely';
import { BILL_DAYS_MAX, billDayAt, billDaysDue, dayAfter } from '#engines/payment/bill-days.ts';
import type { payType } from '#domains/money/resources.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { billState } from './pay-bill-day.codes.ts';
import { providerKindOf } from './pay-bill-day.rules.ts';
import { payBills } from './pay-bill-day.ts';

/** Wakes the worker that fetches and compares bills. */
export const billTopic = 'charging.payBill';

const DAY_MS = 86_400_000;
/** A day that differs is compared again after this time: what was missing may have come. */
const AGAIN_MS = 12 * 3_600_000;
/** Lines are deleted in steps, so that a run does not hold up its transaction. */
const DROP_MAX = 200_000;

/** Notes the days whose bills are there, wakes those that differ, and drops old lines. */
export const payBillsJob: Job = implementJob(payBills, async ({ tx, now, params }) => {
  let days = 0;
  for (const account of await accountsToCompare(tx, now)) days += await noteDays(tx, account, now);
  const { numAffectedRows: again = 0n } = await sql`update pay_bill_day set next_step_at = ${now} where next_step_at is null
    and bill_state = ${sql.lit(billState.items.differs.value)} and compare_time < ${new Date(now.getTime() - AGAIN_MS)}`.execute(tx);
  const dropBefore = new Date(now.getTime() - params.keepDays * DAY_MS).toISOString().slice(0, 10);
  const { numAffectedRows: linesDropped = 0n } = await sql`delete from pay_bill_line where (pay_conf_id, bill_day, line_no) in (
    select pay_conf_id, bill_day, line_no from pay_bill_line where bill_day < ${dropBefore}::date limit ${DROP_MAX})`.execute(tx);
  tx.wake(billTopic);
  return { days, again: Number(again), linesDropped: Number(linesDropped) };
});

interface AccountToCompare {
  readonly payConfId: bigint;
  readonly tenantId: bigint;
  readonly payType: CodeValue<typeof payType>;
  readonly currency: string;
  readonly createTime: Date;
  /** The last day that was noted. */
  readonly lastDay: string | null;
}

/** Accounts whose keys work or with which somebody paid; a deleted one for as long as its payments may still move. */
const accountsToCompare = async (tx: Tx, now: Date): Promise<readonly AccountToCompare[]> => {
  const since = new Date(now.getTime() - BILL_DAYS_MAX * DAY_MS);
  const { rows } = await sql<AccountToCompare>`select c.pay_conf_id, c.tenant_id, c.pay_type, t.currency, c.create_time,
      (select max(d.bill_day)::text from pay_bill_day d where d.pay_conf_id = c.pay_conf_id) as last_day
    from pay_conf c join tenant t on t.tenant_id = c.tenant_id
    where not c.is_delete and c.proven_at is not null
      or exists (select from prepaid_order p where p.pay_conf_id = c.pay_conf_id and p.pay_time >= ${since})
    order by c.pay_conf_id`.execute(tx);
  return rows;
};

const noteDays = async (tx: Tx, account: AccountToCompare, now: Date): Promise<number> => {
  const kind = providerKindOf(account.payType);
  const from = account.lastDay === null ? billDayAt(kind, account.createTime.getTime()) : dayAfter(account.lastDay);
  const due = billDaysDue(kind, from, now.getTime());
  if (due.length === 0) return 0;
  const currency = kind === 'stripe' ? account.currency : 'CNY';
  const { numAffectedRows = 0n } =
    await sql`insert into pay_bill_day (tenant_id, pay_conf_id, pay_type, bill_day, currency, next_step_at, create_by, create_time)
    select ${account.tenantId}::int8, ${account.payConfId}::int8, ${account.payType}::int2, d.day, ${currency}, ${now}::timestamptz, 'worker:payBill', ${now}::timestamptz
    from unnest(${due}::date[]) as d (day) order by d.day on conflict (pay_conf_id, bill_day) do nothing`.execute(tx);
  return Number(numAffectedRows);
};
