import { sql } from 'kysely';
import { exceptionType, integrityCode } from '#engines/alarm/codes.ts';
import { orderState } from '#engines/order/codes.ts';
import { prepayState } from '#engines/payment/codes.ts';
import { reportConditions } from '#domains/system/server.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { heldPrepayments, payNotifyRetention } from './prepaid-jobs.ts';

const DAY_MS = 86_400_000;
/** The most changes that one run reports; the next run reports the rest. */
const RUN_MAX = 5_000;
/** Rows are deleted in steps, so that a run does not hold up its transaction. */
const DROP_MAX = 200_000;

interface HeldMoney {
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly stationId: bigint | null;
  readonly subject: string;
  readonly gunNumber: number;
  readonly detail: string;
  readonly isHeld: boolean;
}

/** An order that waits for a person keeps the money of its driver; after a day, somebody is told. Compared by the clock, because nothing happens. */
export const heldPrepaymentsJob: Job = implementJob(heldPrepayments, async ({ tx, now }) => {
  const { rows } = await sql<HeldMoney>`with held as materialized (
      select p.tenant_id, p.agent_id, p.station_id, p.cp_code, p.gun_number, string_agg(o.charging_order_no, ', ' order by o.charging_order_no) as detail
      from prepaid_order p join charging_order o on o.charging_order_id = p.charging_order_id
      where p.pay_state = ${sql.lit(prepayState.paid)} and p.pay_time < ${new Date(now.getTime() - DAY_MS)} and o.order_state = ${sql.lit(orderState.abnormal)}
      group by 1, 2, 3, 4, 5),
    known as materialized (select k.tenant_id, k.agent_id, k.station_id, k.subject, k.gun_number from condition k
      where k.exception_type = ${sql.lit(exceptionType.integrity)} and k.exception_code = ${sql.lit(integrityCode.moneyHeld)} and k.is_present)
    select coalesce(held.tenant_id, known.tenant_id, 0) as tenant_id, coalesce(held.agent_id, known.agent_id) as agent_id, coalesce(held.station_id, known.station_id) as station_id,
      coalesce(held.cp_code, known.subject, '') as subject, coalesce(held.gun_number, known.gun_number, 0) as gun_number, coalesce(held.detail, '') as detail,
      held.cp_code is not null as is_held
    from held full join known on known.tenant_id = held.tenant_id and known.subject = held.cp_code and known.gun_number = held.gun_number
    where held.cp_code is null or known.subject is null order by 1, 4, 5 limit ${sql.lit(RUN_MAX)}`.execute(tx);
  const reports = rows.map(({ tenantId, agentId, stationId, subject, gunNumber, detail, isHeld }) => ({
    subject: {
      tenantId: String(tenantId),
      agentId: agentId === null ? null : String(agentId),
      stationId: stationId === null ? null : String(stationId),
      subject,
      isPile: true,
    },
    condition: {
      exceptionType: exceptionType.integrity,
      exceptionCode: integrityCode.moneyHeld,
      gunNumber,
      isPresent: isHeld,
      ...(isHeld && { detail }),
    },
  }));
  if (reports.length > 0) await reportConditions(tx, reports, { atMs: now.getTime(), nowMs: now.getTime() });
  const held = rows.filter(({ isHeld }) => isHeld).length;
  return { held, over: rows.length - held };
});

/** A notification is only a reason to ask; what came of it stays in the payment and in the books. */
export const payNotifyRetentionJob: Job = implementJob(payNotifyRetention, async ({ tx, now, params }) => {
  const { numAffectedRows = 0n } = await sql`delete from pay_notification where pay_notification_id in (
    select pay_notification_id from pay_notification where last_at < ${new Date(now.getTime() - params.keepDays * DAY_MS)} limit ${DROP_MAX})`.execute(
    tx,
  );
  return { dropped: Number(numAffectedRows) };
});
