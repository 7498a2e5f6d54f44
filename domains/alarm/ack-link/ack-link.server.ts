import { sql } from 'kysely';
import { solveStat } from '#engines/alarm/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { acknowledgeRecord } from '../exception-record/acknowledge.server.ts';
import { acknowledgeIncident } from '../incident/acknowledge-incident.server.ts';
import { exceptionTopic } from '../incident/incident-topic.ts';
import type { AccountParts } from '../warning-account/warning-account.server.ts';
import { ackLinkApi } from './ack-link.ts';
import type { AckLinkState } from './ack-link.ts';
import { isOurs, parseToken } from './ack-token.server.ts';

interface LinkedLog {
  readonly logId: bigint;
  readonly title: string;
  readonly messageKey: string;
  readonly recordId: bigint | null;
  readonly incidentId: bigint | null;
  readonly accountName: string;
  readonly isUsed: boolean;
  readonly isAcknowledged: boolean;
  readonly isOver: boolean;
}

const USER_MAX = 64;
const SECOND_MS = 1_000;
const invalid: AckLinkState = { title: null, state: 'invalid' };

/** Links are for people without a session, so the rows are read by the system, and only that of the signed message. */
export const ackLinkRoutes = (parts: AccountParts): readonly Route[] =>
  implement(ackLinkApi, {
    info: (ctx, { token }) => inSystem(parts.database, async (tx) => (await resolve(tx, parts, { token, now: ctx.now })).shown),
    confirm: (ctx, { token }) =>
      inSystem(parts.database, async (tx) => {
        const { shown, log } = await resolve(tx, parts, { token, now: ctx.now });
        if (shown.state !== 'open' || !log) return shown;
        await acknowledge(tx, log, ctx.now);
        return { ...shown, state: 'acknowledged' };
      }),
  });

const resolve = async (
  tx: Tx,
  { secrets }: AccountParts,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<{ readonly shown: AckLinkState; readonly log?: LinkedLog }> => {
  const link = parseToken(token);
  const log = link && (await lockLog(tx, link.logId));
  if (!link || !log || !isOurs(secrets, link, log.messageKey)) return { shown: invalid };
  return { shown: { title: log.title, state: stateOf(log, link.expiresS * SECOND_MS <= now.getTime()) }, log };
};

const stateOf = ({ isUsed, isAcknowledged, isOver }: LinkedLog, isExpired: boolean): AckLinkState['state'] => {
  if (isUsed) return 'used';
  if (isExpired) return 'expired';
  if (isOver) return 'over';
  return isAcknowledged ? 'acknowledged' : 'open';
};

/** The message, locked, so that a link that is pressed twice serves once. */
const lockLog = async (tx: Tx, logId: string): Promise<LinkedLog | undefined> => {
  const { rows } =
    await sql<LinkedLog>`select l.warning_log_id as log_id, l.warning_title as title, l.message_key, l.exception_record_id as record_id, l.incident_id,
      coalesce(a.warning_account_name, '') as account_name, l.ack_used_at is not null as is_used,
      coalesce(r.solve_stat <> ${sql.lit(solveStat.open)}, i.ack_time is not null, false) as is_acknowledged, coalesce(r.fault_end_time, i.end_time) is not null as is_over
    from warning_log l left join warning_account a on a.warning_account_id = l.warning_account_id
      left join exception_record r on r.exception_record_id = l.exception_record_id left join incident i on i.incident_id = l.incident_id
    where l.warning_log_id = ${logId} for update of l`.execute(tx);
  return rows[0];
};

const acknowledge = async (tx: Tx, { logId, recordId, incidentId, accountName }: LinkedLog, now: Date): Promise<void> => {
  // Nobody has signed in; the account that got the message stands for its reader.
  const by = { user: `link: ${accountName}`.slice(0, USER_MAX), now };
  await sql`update warning_log set ack_used_at = ${now} where warning_log_id = ${logId}`.execute(tx);
  if (incidentId !== null) await acknowledgeIncident(tx, String(incidentId), by);
  else if (recordId !== null) await acknowledgeRecord(tx, String(recordId), by);
  tx.wake(exceptionTopic);
};
