import { sql } from 'kysely';
import { solveStat } from '#engines/alarm/codes.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Tx } from '#kit/db/index.ts';
import { inSystem } from '#kit/db/index.ts';
import { switchState } from '../channel/channel.codes.ts';
import { senderBounds } from './leased-message.server.ts';
import type { LeasedMessage } from './leased-message.server.ts';
import { gatherMessages } from './gather.server.ts';
import { sendMessages } from './send-messages.server.ts';
import type { SendDeps } from './send-messages.server.ts';
import { logState } from './warning-log.codes.ts';
import { judgeDue } from './wave.rules.ts';
import { WARNING_TOPIC } from './write-log.server.ts';

interface LeasedRow extends LeasedMessage {
  readonly isUsable: boolean;
  readonly delayMin: number;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly quietZone: string | null;
  readonly passesMajor: boolean;
  readonly isEvent: boolean | null;
  readonly isOver: boolean | null;
  readonly solveStat: number | null;
  readonly ackTime: Date | null;
  readonly isShelved: boolean | null;
  readonly isInhibited: boolean | null;
}

/**
 * Sends the warnings that are due. The table is the queue, and a message is leased while it is sent: a process that ends loses nothing, and another one
 * goes on when the lease is over.
 */
export const startWarningSender = (deps: Pick<Deps, 'bus' | 'log'> & SendDeps): PollingWorker =>
  startPollingWorker(deps, {
    topic: WARNING_TOPIC,
    everyMs: senderBounds.pollMs,
    errorMessage: 'warnings could not be sent',
    work: async () => {
      const now = deps.clock();
      const { taken, toSend } = await inSystem(deps.database, async (tx) => {
        const leased = await leaseDue(tx, now);
        return { taken: leased.taken, toSend: await gatherMessages(tx, leased.toSend, now) };
      });
      await sendMessages(deps, toSend);
      return taken === senderBounds.batch;
    },
  });

/** Takes the messages that are due. Those that need not be sent, or not now, are settled at once. */
const leaseDue = async (tx: Tx, now: Date): Promise<{ readonly taken: number; readonly toSend: readonly LeasedMessage[] }> => {
  const ids = await takeLeases(tx, now);
  if (ids.length === 0) return { taken: 0, toSend: [] };
  const rows = await readLeased(tx, ids, now);
  const judged = rows.map((row) => ({ row, verdict: judgeDue(factsOf(row), now.getTime()) }));
  for (const { row, verdict } of judged) {
    if (verdict.act === 'suppress')
      await sql`update warning_log set warning_stat = ${sql.lit(logState.suppressed)}, suppressed_reason = ${verdict.because}, lease_until = null, update_time = ${now}
        where warning_log_id = ${row.id}`.execute(tx);
    if (verdict.act === 'wait')
      await sql`update warning_log set warning_stat = ${sql.lit(logState.queued)}, due_time = ${new Date(verdict.untilMs)}, is_gathered = is_gathered or ${verdict.isGathered},
        give_up_time = greatest(give_up_time, ${new Date(verdict.untilMs)}::timestamptz + interval '4 hours'), lease_until = null
        where warning_log_id = ${row.id}`.execute(tx);
  }
  return { taken: ids.length, toSend: judged.flatMap(({ row, verdict }) => (verdict.act === 'send' ? [row] : [])) };
};

/** A message whose lease is over was perhaps sent by a process that has ended. */
const takeLeases = async (tx: Tx, now: Date): Promise<readonly bigint[]> => {
  const leaseUntil = new Date(now.getTime() + senderBounds.leaseMs);
  const { rows } = await sql<{ id: bigint }>`update warning_log set maybe_sent = maybe_sent or warning_stat = ${sql.lit(logState.sending)},
      warning_stat = ${sql.lit(logState.sending)}, lease_until = ${leaseUntil}, due_time = ${leaseUntil}
    where warning_log_id = any(array(select warning_log_id from warning_log
      where due_time <= ${now} and warning_stat in (${sql.lit(logState.queued)}, ${sql.lit(logState.sending)}, ${sql.lit(logState.retrying)})
      order by due_time limit ${sql.lit(senderBounds.batch)} for update skip locked))
    returning warning_log_id as id`.execute(tx);
  return rows.map(({ id }) => id);
};

const readLeased = async (tx: Tx, ids: readonly bigint[], now: Date): Promise<readonly LeasedRow[]> => {
  const { rows } = await sql<LeasedRow>`select l.warning_log_id as id, l.warning_kind as kind, l.exception_level as level, l.warning_title as title,
      coalesce(l.sent_text, l.warning_msg) as text, l.message_key, l.ordinal, l.attempts, l.maybe_sent, l.is_gathered, l.give_up_time, l.exception_record_id as record_id, l.incident_id,
      coalesce(w.warning_count, 1) as repeats, a.warning_account_id as account_id, a.tenant_id, a.warning_account_type as account_type, a.area_code,
      a.warning_account as address, a.address_hash, a.address_sealed, a.account_secret, a.warning_lang as language, a.delay_min,
      a.warning_account_stat = ${sql.lit(switchState.enabled)} and a.verified_at is not null and not a.is_delete as is_usable,
      a.quiet_from, a.quiet_to, a.quiet_zone, a.passes_major = 1 as passes_major,
      r.exception_record_id is not null and r.condition_id is null as is_event, coalesce(r.fault_end_time, i.end_time) is not null as is_over,
      case when i.incident_id is null then r.solve_stat when i.ack_time is null then ${sql.lit(solveStat.open)} else ${sql.lit(solveStat.acknowledged)} end as solve_stat, coalesce(r.ack_time, i.ack_time) as ack_time,
      coalesce(r.shelved_until > ${now}, false) as is_shelved, r.suppressed_by is not null as is_inhibited
    from warning_log l join warning_account a on a.warning_account_id = l.warning_account_id
      left join exception_record r on r.exception_record_id = l.exception_record_id
      left join incident i on i.incident_id = l.incident_id
      left join warning_conf w on w.warning_conf_id = l.warning_conf_id
    where l.warning_log_id = any(${ids}::int8[]) order by l.due_time, l.warning_log_id`.execute(tx);
  return rows;
};

const factsOf = (row: LeasedRow): Parameters<typeof judgeDue>[0] => ({
  kind: row.kind,
  level: row.level,
  isAccountUsable: row.isUsable,
  delayMin: row.delayMin,
  quietFrom: row.quietFrom,
  quietTo: row.quietTo,
  quietZone: row.quietZone,
  passesMajor: row.passesMajor,
  ...(row.solveStat !== null && {
    exception: {
      isEvent: row.isEvent === true,
      isOver: row.isOver === true,
      solveStat: row.solveStat,
      ackMs: row.ackTime?.getTime() ?? null,
      isShelved: row.isShelved === true,
      isInhibited: row.isInhibited === true,
    },
  }),
});
