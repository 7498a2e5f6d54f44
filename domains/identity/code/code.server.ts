import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Messenger } from '#domains/system/server.ts';
import type { Captchas } from '../captcha/captcha.server.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { countAttempt } from '../attempts/attempts.server.ts';
import type { AttemptLimit, Attempts } from '../attempts/attempts.server.ts';
import { codeRefusals, codeWords } from './code.labels.ts';
import { codeApi, codeBounds } from './code.ts';
import type { smsMode } from './code.ts';
import { receiverOf } from './receiver.rules.ts';
import type { Receiver } from './receiver.rules.ts';
import { putCode } from './code-store.server.ts';

export interface CodeDeps {
  readonly database: Database;
  readonly attempts: Attempts;
  readonly captchas: Captchas;
  readonly messenger: Messenger;
  readonly clock: () => Date;
}

const perSender: AttemptLimit = { kind: 'sender', max: 10, windowMs: 600_000 };
const perReceiver: AttemptLimit = { kind: 'receiver', max: 5, windowMs: 3_600_000 };
/** Purposes for which the phone or mail address must belong to an account. */
const ownerModes: ReadonlySet<string> = new Set(['0', '2', 'proof']);

/** The answer does not reveal whether the number belongs to an account: without an owner, the code is created but not sent. */
export const codeRoutes = ({ database, attempts, captchas, messenger, clock }: CodeDeps): readonly Route[] =>
  implement(codeApi, {
    sms: async (ctx, { mobile, email, smsmode, captcha }, { client }) => {
      const receiver = receiverOf({ phone: mobile ?? null, email: email ?? null }) ?? throwRefusal(codeRefusals, 'code.receiver');
      if (!messenger.channels.has(receiver.channel)) throwRefusal(codeRefusals, receiver.channel === 'sms' ? 'code.noSms' : 'code.noMail');
      await captchas.require(captcha, { subject: mobile ?? email ?? '', ip: client.ip });
      return sendCode({ database, attempts, messenger, clock }, ctx, { receiver, mode: smsmode, ip: client.ip });
    },
  });

interface CodeRequest {
  readonly receiver: Receiver;
  /** A mode of the wire, or the purpose of authenticating again. */
  readonly mode: CodeValue<typeof smsMode> | 'proof';
  readonly ip: string;
}

/** Sends a code and returns the message; the previous code stays valid until it expires or is tried. */
export const sendCode = async (
  { database, attempts, messenger, clock }: Omit<CodeDeps, 'captchas'>,
  ctx: Context,
  { receiver, mode, ip }: CodeRequest,
): Promise<string> => {
  await countAttempt(attempts, perSender, clientNetwork(ip));
  await countAttempt(attempts, perReceiver, receiver.to);
  const now = clock();
  const waitMs = await inSystem(database, async (tx) => {
    const stored = await putCode(tx, { mode, receiver }, now);
    if ('waitMs' in stored) return stored.waitMs;
    const withheld = ownerModes.has(mode) && (await ownersOf(tx, receiver)).length === 0;
    const body = ctx.say(codeWords[mode], { code: stored.code });
    const expiresAt = new Date(now.getTime() + codeBounds.lifeMs);
    await messenger.write(tx, { ...receiver, subject: ctx.say(codeWords.subject), body, expiresAt, withheld });
    return 0;
  });
  if (waitMs > 0) throwRefusal(codeRefusals, 'code.wait', { minutes: Math.ceil(waitMs / 60_000) });
  return ctx.say(codeWords.sent);
};

/** The names of the users with this phone or mail address. */
export const ownersOf = async (tx: Tx, { channel, to }: Receiver): Promise<readonly string[]> => {
  const { rows } = await sql<{ username: string }>`select username from sys_user where not is_delete
    and ${channel === 'sms' ? sql`phone is not null and plain_phone(phone) = ${to}` : sql`email is not null and lower(email) = ${to}`}
    limit 2`.execute(tx);
  return rows.map(({ username }) => username);
};
