import { sql } from 'kysely';
import { exceptionType, platformCode } from '#engines/alarm/codes.ts';
import { reportConditions } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { languageOf, say } from '#kit/fields/words.ts';
import { createLimit } from '#kit/server/background/concurrency-limit.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { ackLine } from '../ack-link/ack-token.server.ts';
import { accountType, isHook, switchState } from '../channel/channel.codes.ts';
import { backoffMs } from '../channel/limits.rules.ts';
import { hearSelfTest, isOfSelfTest } from '../self-test/self-test-state.server.ts';
import { channelsOf, noteProvider } from './channel-state.server.ts';
import { deliver } from './deliver.server.ts';
import type { Delivered, DeliverDeps } from './deliver.server.ts';
import { byAccount, senderBounds } from './leased-message.server.ts';
import type { LeasedMessage } from './leased-message.server.ts';
import { logState, warningKind } from './warning-log.codes.ts';
import { warningLogWords } from './warning-log.labels.ts';
import { withOrigin } from './wave.rules.ts';
import { writeRepeat } from './write-wave.server.ts';

export interface SendDeps extends DeliverDeps, Pick<Deps, 'database' | 'clock'> {
  /** Between 0 and 1; spreads the pauses between attempts. */
  readonly random?: () => number;
}

/** Sends leased messages: accounts at the same time, the messages of one account one after another. */
export const sendMessages = async (deps: SendDeps, messages: readonly LeasedMessage[]): Promise<void> => {
  const limit = createLimit({
    atOnce: senderBounds.accountsAtOnce,
    queueMax: senderBounds.batch,
    onBusy: () => {
      throw new Error('more accounts than messages');
    },
  });
  await Promise.all(
    byAccount(messages).map((ofAccount) =>
      limit(async () => {
        for (const message of ofAccount) await sendOne(deps, message);
      }),
    ),
  );
};

const sendOne = async (deps: SendDeps, message: LeasedMessage): Promise<void> => {
  const { database, clock } = deps;
  // A robot shows a message as often as it gets it, so people are told that they may know it already.
  const repeated = message.maybeSent && isRobot(message) ? `${say(warningLogWords.repeated, languageOf(message.language))} ` : '';
  const text = repeated + withOrigin(message.text, deps.services.publicUrl);
  const delivered = await deliver(deps, { ...message, sentText: withAckLink(deps, message, text) }, clock().getTime());
  await inSystem(database, (tx) => settle(tx, { message, delivered, now: clock(), random: deps.random?.() ?? Math.random() }));
};

/** Kinds of messages that somebody may answer by attending to what they tell. */
const answerable: readonly number[] = [warningKind.opened, warningKind.repeat, warningKind.growth, warningKind.resent];

/** A telephone has no room for a link. The log does not contain it, because it would serve whoever reads the log. */
const withAckLink = ({ secrets, services, clock }: SendDeps, message: LeasedMessage, text: string): string => {
  const { publicUrl } = services;
  const isAnswerable = answerable.includes(message.kind) && (message.recordId !== null || message.incidentId !== null);
  if (publicUrl === undefined || !isAnswerable || message.accountType === accountType.sms) return text;
  const linked = { id: message.id, messageKey: message.messageKey, language: languageOf(message.language) };
  return `${text}\n${ackLine(secrets, publicUrl, { message: linked, nowMs: clock().getTime() })}`;
};

/** A chat robot. Unlike a program behind a signed webhook, it does not recognise a repetition. */
const isRobot = ({ accountType: type }: Pick<LeasedMessage, 'accountType'>): boolean => isHook(type) && type !== accountType.webhook;

interface Settlement {
  readonly message: LeasedMessage;
  readonly delivered: Delivered;
  readonly now: Date;
  readonly random: number;
}

const settle = async (tx: Tx, settlement: Settlement): Promise<void> => {
  const { message, delivered, now } = settlement;
  if (isHook(message.accountType) || delivered.outcome !== 'permanent')
    await noteProvider(tx, channelsOf(message).ofProvider, { worked: !delivered.isProviderDown, nowMs: now.getTime() });
  if (delivered.outcome === 'accepted') return settleAccepted(tx, settlement);
  await sql`update warning_account set fail_streak = fail_streak + 1, last_error = ${delivered.said} where warning_account_id = ${message.accountId}`.execute(
    tx,
  );
  // The address is no longer there.
  if (delivered.outcome === 'gone')
    await sql`update warning_account set warning_account_stat = ${sql.lit(switchState.disabled)}, verified_at = null, version = version + 1
      where warning_account_id = ${message.accountId}`.execute(tx);
  const retryMs = now.getTime() + Math.max(backoffMs(message.attempts + 1, settlement.random), (delivered.waitS ?? 0) * 1_000);
  const isRetried =
    delivered.outcome === 'retry' && retryMs <= message.giveUpTime.getTime() && !(delivered.maybeSent && message.maybeSent && isRobot(message));
  await sql`update warning_log set warning_stat = ${isRetried ? logState.retrying : logState.dead}, due_time = ${isRetried ? new Date(retryMs) : null}, attempts = attempts + 1,
    maybe_sent = maybe_sent or ${delivered.maybeSent}, lease_until = null, provider_answer = ${delivered.said}, update_time = ${now},
    sent_text = case when ${isRetried} then sent_text end
    where warning_log_id = ${message.id} and warning_stat = ${sql.lit(logState.sending)}`.execute(tx);
  if (!isRetried && message.kind !== warningKind.test) await reportDelivery(tx, message, { isDead: true, said: delivered.said, now });
};

/** An account that a warning could not reach is a condition until one reaches it. A warning about that to the same account opens nothing more. */
const reportDelivery = async (
  tx: Tx,
  { accountId }: LeasedMessage,
  { isDead, said, now }: { readonly isDead: boolean; readonly said: string; readonly now: Date },
): Promise<void> => {
  const { rows } = await sql<{
    tenantId: string;
    agentId: string | null;
    stationId: string | null;
    subject: string;
  }>`select tenant_id::text as tenant_id, agent_id::text as agent_id, station_id::text as station_id, warning_account_name || ' #' || warning_account_id as subject
    from warning_account where warning_account_id = ${accountId}`.execute(tx);
  const condition = { exceptionType: exceptionType.platform, exceptionCode: platformCode.deadDelivery, isPresent: isDead, detail: said };
  await reportConditions(
    tx,
    rows.map((row) => ({ subject: { ...row, isPile: false }, condition })),
    { atMs: now.getTime(), nowMs: now.getTime() },
  );
};

const settleAccepted = async (tx: Tx, { message, delivered, now }: Settlement): Promise<void> => {
  await sql`update warning_log set warning_stat = ${sql.lit(logState.accepted)}, warning_time = ${now}, due_time = null, attempts = attempts + 1, lease_until = null,
    provider_answer = ${delivered.said}, sent_text = null, update_time = ${now} where warning_log_id = ${message.id}`.execute(tx);
  await sql`update warning_account set last_ok = ${now}, fail_streak = 0, last_error = null where warning_account_id = ${message.accountId}`.execute(
    tx,
  );
  await reportDelivery(tx, message, { isDead: false, said: delivered.said, now });
  if (isOfSelfTest(message)) return hearSelfTest(tx, message.kind, now);
  // The exceptions that the message told of: its own, or those of a digest.
  const { rows } = await sql<{ recordId: bigint; ordinal: number }>`select l.exception_record_id as record_id, max(l.ordinal) as ordinal
    from warning_log l join exception_record r on r.exception_record_id = l.exception_record_id and r.fault_end_time is null
      join warning_conf w on w.warning_conf_id = l.warning_conf_id
    where (l.warning_log_id = ${message.id} or l.digest_id = ${message.id}) and l.warning_kind in (${sql.lit(warningKind.opened)}, ${sql.lit(warningKind.repeat)})
      and l.ordinal < w.warning_count and l.exception_record_id is not null group by 1`.execute(tx);
  for (const { recordId, ordinal } of rows) await writeRepeat(tx, { recordId, accountId: message.accountId, ordinal: ordinal + 1 }, now);
};
