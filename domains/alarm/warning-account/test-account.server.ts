import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { Row } from '#kit/fields/field.ts';
import { say } from '#kit/fields/words.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { switchState } from '../channel/channel.codes.ts';
import { warningKind } from '../warning-log/warning-log.codes.ts';
import { writeDirectMessage } from '../warning-log/write-log.server.ts';
import { warningAccountRefusals, warningAccountWords } from './warning-account.labels.ts';
import { CODE_DIGITS } from './warning-account.ts';
import type { warningAccount } from './warning-account.ts';

export const testBounds = { lifeMs: 30 * 60_000, pauseMs: 60_000, tries: 5, perDay: 10 } as const;

type AccountRow = Row<typeof warningAccount.fields>;

const hashOf = (warningAccountId: string, code: string): Buffer => createHash('sha256').update(`warning test ${warningAccountId} ${code}`).digest();

/** Sends a message with a new code; an earlier code is void. */
export const sendTest = async (ctx: Context, account: AccountRow): Promise<void> => {
  const { warningAccountId } = account;
  const { rows } = await sql<{ testSentAt: Date | null; today: number }>`select test_sent_at,
    case when test_day = (${ctx.now}::timestamptz at time zone 'UTC')::date then test_count else 0 end::int4 as today
    from warning_account where warning_account_id = ${warningAccountId} for update`.execute(ctx.db);
  const [{ testSentAt, today } = { testSentAt: null, today: 0 }] = rows;
  const waitMs = (testSentAt?.getTime() ?? -Infinity) + testBounds.pauseMs - ctx.now.getTime();
  if (waitMs > 0) throwRefusal(warningAccountRefusals, 'warningAccount.wait', { seconds: Math.ceil(waitMs / 1_000) });
  if (today >= testBounds.perDay) throwRefusal(warningAccountRefusals, 'warningAccount.tooMany');
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  await sql`update warning_account set test_code_hash = ${hashOf(warningAccountId, code)}, test_sent_at = ${ctx.now}, test_tries = 0,
    test_day = (${ctx.now}::timestamptz at time zone 'UTC')::date, test_count = ${today + 1}
    where warning_account_id = ${warningAccountId}`.execute(ctx.db);
  const text = (shownCode: string): string =>
    say(warningAccountWords.testText, account.warningLang, { name: account.warningAccountName, code: shownCode });
  await writeDirectMessage(ctx.db, {
    account,
    kind: warningKind.test,
    title: say(warningAccountWords.testTitle, account.warningLang),
    // The log shows no code, because only the receiver of the message shall know it.
    text: text('*'.repeat(CODE_DIGITS)),
    sentText: text(code),
    now: ctx.now,
  });
};

/**
 * Verifies the account if the code is that of the newest test. After a few wrong ones a new test is needed. It has a transaction of its own, so that
 * wrong codes are counted although the call is refused.
 */
export const takeTestCode = (
  database: Database,
  { warningAccountId, code, now }: { readonly warningAccountId: string; readonly code: string; readonly now: Date },
): Promise<boolean> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{ codeHash: Buffer }>`update warning_account set test_tries = test_tries + 1
      where warning_account_id = ${warningAccountId} and test_tries < ${testBounds.tries} and test_code_hash is not null
        and test_sent_at > ${new Date(now.getTime() - testBounds.lifeMs)}
      returning test_code_hash as code_hash`.execute(tx);
    const [row] = rows;
    if (!row || !timingSafeEqual(row.codeHash, hashOf(warningAccountId, code))) return false;
    await sql`update warning_account set test_code_hash = null, verified_at = ${now}, version = version + 1
      where warning_account_id = ${warningAccountId}`.execute(tx);
    return true;
  });

/** An account that was not verified gets nothing but its test. */
export const requireUsable = ({ verifiedAt, warningAccountStat }: Pick<AccountRow, 'verifiedAt' | 'warningAccountStat'>): void => {
  if (warningAccountStat !== switchState.enabled) throwRefusal(warningAccountRefusals, 'warningAccount.disabled');
  if (verifiedAt === null) throwRefusal(warningAccountRefusals, 'warningAccount.notVerified');
};
