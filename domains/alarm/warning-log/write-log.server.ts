import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { Row } from '#kit/fields/field.ts';
import { giveUpMs } from '../channel/limits.rules.ts';
import type { warningAccount } from '../warning-account/warning-account.ts';
import type { WarningKind } from './warning-log.codes.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

/** Wakes the sender of warnings. */
export const WARNING_TOPIC = 'alarm.warning';

/** The key of a message: a digest of what makes it different from every other one. */
export const messageKeyOf = (...parts: readonly (string | number)[]): string => sha256(parts.join('|')).toString('hex');

type Account = Pick<
  Row<typeof warningAccount.fields>,
  'warningAccountId' | 'tenantId' | 'agentId' | 'stationId' | 'warningAccountType' | 'areaCode' | 'warningAccount'
>;

export interface DirectMessage {
  readonly account: Account;
  readonly kind: WarningKind;
  readonly title: string;
  readonly text: string;
  /** What is really sent, when the log must not show it. */
  readonly sentText?: string;
  readonly now: Date;
}

/** Writes a message about no exception to one account; it is sent after the commit. */
export const writeDirectMessage = async (tx: Tx, { account, kind, title, text, sentText, now }: DirectMessage): Promise<void> => {
  const { warningAccountId, tenantId, agentId, stationId, warningAccountType: type, areaCode, warningAccount: address } = account;
  await sql`insert into warning_log (tenant_id, agent_id, station_id, warning_account_id, warning_kind, warning_title, warning_msg, sent_text,
      warning_account_type, area_code, warning_account, due_time, give_up_time, message_key, create_by)
    values (${tenantId}, ${agentId}, ${stationId}, ${warningAccountId}, ${kind}, ${title}, ${text}, ${sentText ?? null},
      ${type}, ${areaCode}, ${address}, ${now}, ${new Date(now.getTime() + giveUpMs(false))},
      ${messageKeyOf(warningAccountId, kind, now.getTime(), sentText ?? text)}, 'system')
    on conflict do nothing`.execute(tx);
  tx.wake(WARNING_TOPIC);
};
