import { sql } from 'kysely';
import { exceptionConfStat, exceptionLevel as levels } from '#engines/alarm/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { languageOf, say } from '#kit/fields/words.ts';
import { switchState } from '../channel/channel.codes.ts';
import { giveUpMs } from '../channel/limits.rules.ts';
import { exceptionLevel } from '../exception-conf/exception-conf.ts';
import { confOf } from '../exception-conf/conf-of.server.ts';
import { exceptionName } from '../exception-conf/exception-names.ts';
import { fillTemplate } from '../warning-conf/template.rules.ts';
import { logState, reason, warningKind } from './warning-log.codes.ts';
import type { WarningKind } from './warning-log.codes.ts';
import { warningLogWords } from './warning-log.labels.ts';
import { firstDueMs, isGatheredLevel, pageOfRecords, repeatAfterMs } from './wave.rules.ts';
import { messageKeyOf, WARNING_TOPIC } from './write-log.server.ts';

/** Who is to be told what about one exception. */
interface Recipient {
  readonly recordId: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly stationId: bigint | null;
  readonly about: string;
  readonly cpCode: string | null;
  readonly gunNumber: number;
  readonly exceptionType: number;
  readonly exceptionCode: number;
  readonly errorInfo: string;
  readonly errorTime: Date;
  readonly isEvent: boolean;
  readonly level: number;
  readonly stationName: string | null;
  readonly timezone: string | null;
  readonly accountId: bigint;
  readonly accountType: number;
  readonly areaCode: string | null;
  readonly address: string;
  readonly delayMin: number;
  readonly language: string;
  readonly confId: bigint;
  readonly template: string;
}

/** An account `a` that may be told. */
export const usableAccount = sql`a.warning_account_stat = ${sql.lit(switchState.enabled)} and a.verified_at is not null and not a.is_delete`;

/** Whether the configuration `conf` has warnings sent. */
export const warns = sql`conf.exception_conf_stat = ${sql.lit(exceptionConfStat.enabled)} and conf.is_warning = 1`;
/** Whether a message is on its way, or has reached its address by itself or in a digest. */
export const isTold = sql`(warning_stat in (${sql.lit(logState.sending)}, ${sql.lit(logState.accepted)}, ${sql.lit(logState.received)}) or suppressed_reason = ${sql.lit(reason.merged)})`;

/**
 * The accounts of the exceptions: of their tenant, agent or station, for their kind and level. The same address is told once, at the earliest of its
 * places in the roster. The text is the account's own configuration, or that of the exception in the account's language, or the general one; a
 * tenant's before the platform's.
 */
const recipientsOf = async (tx: Tx, recordIds: readonly bigint[], accountId: bigint | null): Promise<readonly Recipient[]> => {
  const { rows } =
    await sql<Recipient>`select distinct on (r.exception_record_id, a.warning_account_type, a.address_hash) r.exception_record_id as record_id,
      r.tenant_id, r.agent_id, r.station_id, coalesce(r.cp_code, r.subject, '') as about, r.cp_code, r.gun_number, r.exception_type, r.exception_code, r.error_info, r.error_time, r.condition_id is null as is_event,
      coalesce(w.warning_level, r.exception_level) as level, st.station_name, st.timezone, a.warning_account_id as account_id,
      a.warning_account_type as account_type, a.area_code, a.warning_account as address, a.delay_min, w.warning_lang as language,
      w.warning_conf_id as conf_id, w.warning_msg_templ as template
    from exception_record r
      cross join lateral (select r.tenant_id, r.exception_type, r.exception_code) c join ${confOf}
      left join station st on st.station_id = r.station_id
      join warning_account a on a.tenant_id = r.tenant_id and (a.agent_id is null or a.agent_id = r.agent_id)
        and (a.station_id is null or a.station_id = r.station_id) and (a.exception_type is null or a.exception_type = r.exception_type)
        and (${accountId}::int8 is null or a.warning_account_id = ${accountId}) and ${usableAccount}
      join lateral (select w.* from warning_conf w left join exception_conf own on own.exception_conf_id = w.exception_conf_id
        where not w.is_delete and w.warning_conf_stat = ${sql.lit(switchState.enabled)} and (w.tenant_id = r.tenant_id or w.tenant_id is null)
          and (a.warning_conf_id = w.warning_conf_id or (a.warning_conf_id is null and w.warning_lang = a.warning_lang))
          and (w.exception_conf_id is null or (own.exception_type = r.exception_type and own.exception_code = r.exception_code))
        order by w.exception_conf_id is null, w.tenant_id nulls last limit 1) w on coalesce(w.warning_level, r.exception_level) <= a.min_level
    where r.exception_record_id = any(${recordIds}::int8[]) and ${warns}
    order by r.exception_record_id, a.warning_account_type, a.address_hash, a.delay_min, a.warning_account_id`.execute(tx);
  return rows;
};

interface WaveMessage {
  readonly recipient: Recipient;
  readonly kind: WarningKind;
  readonly ordinal: number;
  readonly dueMs: number;
  readonly text: string;
}

/** An event that is told later than this, as by a pile that was offline, warns nobody any more. */
const EVENT_FRESH_MS = 10 * 60_000;

/** Writes the first warnings of exceptions that were opened, in the transaction that opened them. */
export const writeOpened = async (tx: Tx, recordIds: readonly bigint[], now: Date): Promise<void> => {
  if (recordIds.length === 0) return;
  const recipients = await recipientsOf(tx, recordIds, null);
  const isFresh = ({ isEvent, errorTime }: Recipient): boolean => !isEvent || errorTime.getTime() > now.getTime() - EVENT_FRESH_MS;
  await insertMessages(
    tx,
    recipients.filter(isFresh).map((recipient) => ({
      recipient,
      kind: warningKind.opened,
      ordinal: 1,
      dueMs: firstDueMs(recipient.level, { nowMs: now.getTime(), zone: recipient.timezone ?? 'UTC', delayMin: recipient.delayMin }),
      text: textOf(recipient, { ordinal: 1, nowMs: now.getTime() }),
    })),
    now,
  );
};

/** Writes the next warning to one account, after one of them was accepted. */
export const writeRepeat = async (
  tx: Tx,
  { recordId, accountId, ordinal }: { readonly recordId: bigint; readonly accountId: bigint; readonly ordinal: number },
  now: Date,
): Promise<void> => {
  const recipients = await recipientsOf(tx, [recordId], accountId);
  const dueMs = (level: number): number => now.getTime() + repeatAfterMs(level);
  await insertMessages(
    tx,
    recipients.map((recipient) => ({
      recipient,
      kind: warningKind.repeat,
      ordinal,
      dueMs: dueMs(recipient.level),
      text: textOf(recipient, { ordinal, nowMs: dueMs(recipient.level) }),
    })),
    now,
  );
};

/** Warns anew of exceptions that were silent for a time, in the transaction that ends the silence. */
export const writeAgain = async (tx: Tx, recordIds: readonly bigint[], now: Date): Promise<void> => {
  if (recordIds.length === 0) return;
  const { rows } = await sql<{ recordId: bigint; ordinal: number }>`select r.id as record_id, coalesce(max(l.ordinal), 0) + 1 as ordinal
    from unnest(${recordIds}::int8[]) as r (id) left join warning_log l on l.exception_record_id = r.id group by 1`.execute(tx);
  const ordinals = new Map(rows.map(({ recordId, ordinal }) => [recordId, ordinal]));
  const recipients = await recipientsOf(tx, recordIds, null);
  await insertMessages(
    tx,
    recipients.map((recipient) => {
      const ordinal = ordinals.get(recipient.recordId) ?? 1;
      const dueMs = firstDueMs(recipient.level, { nowMs: now.getTime(), zone: recipient.timezone ?? 'UTC', delayMin: recipient.delayMin });
      return { recipient, kind: warningKind.opened, ordinal, dueMs, text: textOf(recipient, { ordinal, nowMs: dueMs }) };
    }),
    now,
  );
};

/** Tells the end of exceptions to those who were told of them, and drops what was not sent yet. */
export const writeClosed = async (tx: Tx, recordIds: readonly bigint[], now: Date): Promise<void> => {
  if (recordIds.length === 0) return;
  await sql`update warning_log set warning_stat = ${sql.lit(logState.suppressed)}, update_time = ${now}, sent_text = null,
      suppressed_reason = case when warning_kind = ${sql.lit(warningKind.opened)} then ${sql.lit(reason.transient)} else ${sql.lit(reason.ended)} end
    where exception_record_id = any(${recordIds}::int8[]) and warning_kind in (${sql.lit(warningKind.opened)}, ${sql.lit(warningKind.repeat)})
      and warning_stat in (${sql.lit(logState.queued)}, ${sql.lit(logState.retrying)})`.execute(tx);
  const { rows } = await sql<{
    recordId: bigint;
    accountId: bigint;
  }>`select distinct exception_record_id as record_id, warning_account_id as account_id from warning_log
    where exception_record_id = any(${recordIds}::int8[]) and exception_record_id is not null and warning_account_id is not null and warning_kind = ${sql.lit(warningKind.opened)}
      and ${isTold}`.execute(tx);
  if (rows.length === 0) return;
  const told = new Set(rows.map(({ recordId, accountId }) => `${recordId} ${accountId}`));
  const recipients = (await recipientsOf(tx, recordIds, null)).filter(({ recordId, accountId }) => told.has(`${recordId} ${accountId}`));
  await insertMessages(
    tx,
    recipients.map((recipient) => ({
      recipient,
      kind: warningKind.closed,
      ordinal: 1,
      dueMs: now.getTime() + CLOSED_WAIT_MS,
      text: say(warningLogWords.closedText, languageOf(recipient.language), { text: textOf(recipient, { ordinal: 1, nowMs: now.getTime() }) }),
    })),
    now,
  );
};
/** The first message may still be on its way. */
export const CLOSED_WAIT_MS = 15_000;

const MINUTE_MS = 60_000;

const textOf = (recipient: Recipient, { ordinal, nowMs }: { readonly ordinal: number; readonly nowMs: number }): string => {
  const { about, cpCode, gunNumber, exceptionType, exceptionCode, errorInfo, errorTime, level, stationName, timezone, template } = recipient;
  const language = languageOf(recipient.language);
  const name = say(exceptionName(exceptionType, exceptionCode), language);
  const levelWords = itemOf(exceptionLevel, level)?.words;
  return fillTemplate(template, {
    time: localTime(errorTime, timezone ?? 'UTC'),
    station: stationName ?? '-',
    cp: about,
    errorInfo: errorInfo === '' ? name : `${name} (${errorInfo})`,
    gun: gunNumber === 0 ? '-' : String(gunNumber),
    level: levelWords ? say(levelWords, language) : String(level),
    count: String(ordinal),
    since: `${Math.max(0, Math.round((nowMs - errorTime.getTime()) / MINUTE_MS))} min`,
    url: pageOfRecords(cpCode, exceptionType),
  });
};

/** `YYYY-MM-DD HH:mm` by the clocks of a zone. */
export const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' }).format(at);

const insertMessages = async (tx: Tx, messages: readonly WaveMessage[], now: Date): Promise<void> => {
  if (messages.length === 0) return;
  const column = <T>(read: (message: WaveMessage) => T): T[] => messages.map(read);
  await sql`insert into warning_log (tenant_id, agent_id, station_id, exception_record_id, warning_conf_id, warning_account_id, warning_kind, ordinal, exception_level,
      warning_title, warning_msg, warning_account_type, area_code, warning_account, is_gathered, due_time, give_up_time, message_key, create_by, create_time)
    select *, 'system', ${now}::timestamptz from unnest(${column(({ recipient }) => recipient.tenantId)}::int8[], ${column(({ recipient }) => recipient.agentId)}::int8[], ${column(({ recipient }) => recipient.stationId)}::int8[],
      ${column(({ recipient }) => recipient.recordId)}::int8[], ${column(({ recipient }) => recipient.confId)}::int8[], ${column(({ recipient }) => recipient.accountId)}::int8[],
      ${column(({ kind }) => kind)}::int2[], ${column(({ ordinal }) => ordinal)}::int[], ${column(({ recipient }) => recipient.level)}::int2[],
      ${column(titleOf)}::text[], ${column(({ text }) => text)}::text[], ${column(({ recipient }) => recipient.accountType)}::int2[], ${column(({ recipient }) => recipient.areaCode)}::text[],
      ${column(({ recipient }) => recipient.address)}::text[], ${column(({ recipient }) => isGatheredLevel(recipient.level))}::bool[], ${column(({ dueMs }) => new Date(dueMs))}::timestamptz[],
      ${column(({ recipient, dueMs }) => new Date(dueMs + giveUpMs(recipient.level <= levels.major)))}::timestamptz[],
      ${column(({ recipient, kind, ordinal }) => messageKeyOf(String(recipient.recordId), String(recipient.confId), String(recipient.accountId), kind, ordinal))}::text[])
    on conflict do nothing`.execute(tx);
  tx.wake(WARNING_TOPIC);
};

const titleOf = ({ recipient, kind }: WaveMessage): string => {
  const language = languageOf(recipient.language);
  const name = say(exceptionName(recipient.exceptionType, recipient.exceptionCode), language);
  return `${kind === warningKind.closed ? `${say(warningLogWords.closedTitle, language)}: ` : ''}${name} · ${recipient.stationName ?? recipient.about}`;
};
