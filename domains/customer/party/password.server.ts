import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { WRONG_PASSWORDS_MAX } from '../card/card.rules.ts';
import { isRightPin } from '../card/pin.server.ts';
import type { Party } from './party.ts';
import { cardState, csrFlag } from '../card/card.codes.ts';

export interface PasswordAttempt {
  readonly party: Pick<Party, 'tenantId' | 'icCardId' | 'icCardNo' | 'sealedPassword'>;
  /** The card was not presented: its number was typed, so only a password proves who is charging. */
  readonly isNumberTyped: boolean;
  /** The digest the pile sent, 64 hex digits; undefined when no password was typed. */
  readonly digest: string | undefined;
  readonly cpCode: string;
  readonly at: Date;
}

/**
 * `unasked`: there is no card, or a presented card has no password. A `wrong` result that came from a comparison has been counted
 * and may have locked the card; when there was no password to compare with, nothing is counted.
 */
export type PasswordVerdict = 'right' | 'wrong' | 'locked' | 'unasked';

const { normal, locked } = valuesOf(cardState);

/**
 * Checks a password typed for a card, and counts a wrong one. The card's row stays locked until the transaction ends, so that
 * parallel guesses at several piles are checked one by one. The caller must commit also after `wrong`.
 */
export const provePassword = async (tx: Tx, secrets: Secrets, attempt: PasswordAttempt): Promise<PasswordVerdict> => {
  const { party, digest, cpCode, at } = attempt;
  if (party.icCardId === null || party.icCardNo === null) return 'unasked';
  if (party.sealedPassword === null) return attempt.isNumberTyped ? 'wrong' : 'unasked';
  if (digest === undefined) return 'wrong';
  const { rows } = await sql<{ sealedPin: string | null; cardState: number; errorCount: number }>`
    select card_pwd as sealed_pin, card_state, error_count from ic_card where ic_card_id = ${party.icCardId} for update`.execute(tx);
  const [row] = rows;
  if (!row || row.sealedPin === null) return attempt.isNumberTyped ? 'wrong' : 'unasked';
  if (row.cardState === locked) return 'locked';
  const isRight = isRightPin(secrets, { tenantId: party.tenantId, icCardNo: party.icCardNo, sealedPin: row.sealedPin }, { digest, cpCode });
  if (!isRight) await countWrongPassword(tx, party.icCardId, at);
  else if (row.errorCount > 0) await sql`update ic_card set error_count = 0 where ic_card_id = ${party.icCardId}`.execute(tx);
  return isRight ? 'right' : 'wrong';
};

/** Counts one wrong password in one statement and locks the card at the fifth in a row. Returns the count and whether the card is locked now. */
export const countWrongPassword = async (
  tx: Tx,
  icCardId: string,
  at: Date,
): Promise<{ readonly errorCount: number; readonly isLocked: boolean }> => {
  const { rows } = await sql<{ errorCount: number; isLocked: boolean }>`
    with counted as (
      update ic_card set error_count = error_count + 1, last_error_time = ${at},
        card_state = case when card_state = ${sql.lit(normal)} and error_count + 1 >= ${WRONG_PASSWORDS_MAX} then ${sql.lit(locked)} else card_state end
      where ic_card_id = ${icCardId} returning *),
    told as (
      insert into ic_card_operate (tenant_id, agent_id, ic_card_id, ic_card_no, csr_flag, create_by, create_time)
      select tenant_id, agent_id, ic_card_id, ic_card_no, ${sql.lit(csrFlag.items.errorLock.value)}, 'system', ${at} from counted where card_state = ${sql.lit(locked)} and error_count = ${WRONG_PASSWORDS_MAX})
    select error_count, card_state = ${sql.lit(locked)} as is_locked from counted`.execute(tx);
  return rows[0] ?? { errorCount: 0, isLocked: false };
};
