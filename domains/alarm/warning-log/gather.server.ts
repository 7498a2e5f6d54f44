import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { languageOf, say } from '#kit/fields/words.ts';
import { addressLimits, breakerWaitMs, giveUpMs, providerLimits, takeToken } from '../channel/limits.rules.ts';
import { channelsOf, lockChannels, saveBuckets } from './channel-state.server.ts';
import { byAccount, senderBounds } from './leased-message.server.ts';
import type { LeasedMessage } from './leased-message.server.ts';
import { logState, reason, warningKind } from './warning-log.codes.ts';
import { warningLogWords } from './warning-log.labels.ts';
import { digestLines } from './wave.rules.ts';
import { messageKeyOf } from './write-log.server.ts';

/**
 * Which of the leased messages are sent now. Messages that waited for one another become one digest. What the limits of an address or a provider do not
 * allow goes back to the queue, and is gathered there with what follows.
 */
export const gatherMessages = async (tx: Tx, leased: readonly LeasedMessage[], now: Date): Promise<readonly LeasedMessage[]> => {
  if (leased.length === 0) return [];
  const allowed: LeasedMessage[] = [];
  const channels = await lockChannels(
    tx,
    leased.flatMap((message) => Object.values(channelsOf(message))),
  );
  for (const messages of byAccount(leased)) {
    const digested = await withDigest(tx, messages, now);
    const [first] = digested;
    if (!first) continue;
    const { ofAddress, ofProvider } = channelsOf(first);
    const breakerMs = breakerWaitMs(channels.get(ofProvider)?.breaker, now.getTime());
    let waitMs = breakerMs;
    const sent: LeasedMessage[] = [];
    for (const message of breakerMs > 0 ? [] : digested.slice(0, senderBounds.perAccount)) {
      const byAddress = takeToken(addressLimits[message.accountType], channels.get(ofAddress)?.buckets, now.getTime());
      const byProvider = takeToken(providerLimits[message.accountType], channels.get(ofProvider)?.buckets, now.getTime());
      if (!byAddress.ok || !byProvider.ok) {
        waitMs = Math.max(byAddress.ok ? 0 : byAddress.waitMs, byProvider.ok ? 0 : byProvider.waitMs);
        break;
      }
      for (const [channel, { buckets }] of [[ofAddress, byAddress] as const, [ofProvider, byProvider] as const]) {
        const state = channels.get(channel);
        if (state) channels.set(channel, { ...state, buckets });
        await saveBuckets(tx, channel, buckets);
      }
      sent.push(message);
    }
    allowed.push(...sent);
    await putBack(tx, digested.slice(sent.length), new Date(now.getTime() + waitMs));
  }
  return allowed;
};

/** Returns messages to the queue. What comes due together becomes a digest; a message that is alone then is sent as it is. */
const putBack = async (tx: Tx, messages: readonly LeasedMessage[], dueTime: Date): Promise<void> => {
  for (const { id, kind } of messages)
    await sql`update warning_log set warning_stat = ${sql.lit(logState.queued)}, lease_until = null, due_time = ${dueTime},
      is_gathered = is_gathered or ${kind !== warningKind.test && kind !== warningKind.digest} where warning_log_id = ${id}`.execute(tx);
};

/** The messages of one account, with one digest in place of those that are gathered. */
const withDigest = async (tx: Tx, messages: readonly LeasedMessage[], now: Date): Promise<readonly LeasedMessage[]> => {
  const gathered = messages.filter(({ isGathered }) => isGathered);
  const [first] = gathered;
  if (!first || gathered.length < 2) return messages;
  const language = languageOf(first.language);
  const { lines, more } = digestLines(gathered.map(({ text }) => text));
  const title = say(warningLogWords.digestTitle, language, { count: gathered.length });
  const text = [...lines, ...(more > 0 ? [say(warningLogWords.more, language, { count: more })] : [])].join('\n');
  const worstLevel = Math.min(...gathered.map((message) => message.level ?? Infinity));
  const messageKey = messageKeyOf('digest', ...gathered.map(({ messageKey: key }) => key));
  const giveUpTime = new Date(now.getTime() + giveUpMs(worstLevel <= 2));
  const { rows } = await sql<{
    id: bigint;
  }>`insert into warning_log (tenant_id, agent_id, station_id, warning_account_id, warning_kind, exception_level, warning_title,
      warning_msg, warning_account_type, area_code, warning_account, warning_stat, lease_until, due_time, give_up_time, message_key, create_by, create_time)
    select a.tenant_id, a.agent_id, a.station_id, a.warning_account_id, ${warningKind.digest}, ${Number.isFinite(worstLevel) ? worstLevel : null}, ${title}, ${text.slice(0, 4_000)}, a.warning_account_type,
      a.area_code, a.warning_account, ${logState.sending}, ${new Date(now.getTime() + senderBounds.leaseMs)}::timestamptz, ${new Date(now.getTime() + senderBounds.leaseMs)}::timestamptz,
      ${giveUpTime}::timestamptz, ${messageKey}, 'system', ${now}::timestamptz
    from warning_account a where a.warning_account_id = ${first.accountId} returning warning_log_id as id`.execute(tx);
  const [row] = rows;
  if (!row) return messages;
  await sql`update warning_log set warning_stat = ${sql.lit(logState.suppressed)}, suppressed_reason = ${sql.lit(reason.merged)}, digest_id = ${row.id}, lease_until = null,
    update_time = ${now} where warning_log_id = any(${gathered.map(({ id }) => id)}::int8[])`.execute(tx);
  const digest = {
    ...first,
    id: row.id,
    kind: warningKind.digest,
    level: worstLevel,
    title,
    text,
    messageKey,
    ordinal: 1,
    attempts: 0,
    maybeSent: false,
    giveUpTime,
    recordId: null,
  };
  return [digest, ...messages.filter(({ isGathered }) => !isGathered)];
};
