import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { duplicateField } from '#kit/server/rows/reference-checks.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import { codeRefusals } from '../code/code.labels.ts';
import { ownersOf } from '../code/code.server.ts';
import { codeBounds } from '../code/code.ts';
import { receiverOf } from '../code/receiver.rules.ts';
import type { Receiver } from '../code/receiver.rules.ts';
import { putTicket, takeCode, takeTicket } from '../code/code-store.server.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { countAttempt, perAccount, perAddress } from '../attempts/attempts.server.ts';
import { RESET_TICKET } from '../password/initial-password.server.ts';
import { findCredentials } from '../session/person.server.ts';
import { signInAs } from '../session/session.server.ts';
import { sessionRefusals } from '../session/session.labels.ts';
import type { SessionServices } from '../session/session.server.ts';
import { user } from '../user/user.ts';
import { accountRefusals, accountWords } from './account.labels.ts';
import { filingNumber, passwordMin } from '../session/session-settings.ts';
import { settingOf } from '#domains/system/server.ts';
import { accountApi } from './account.ts';
import type { RegistrationAnswer, Registration, SignInOptions } from './account.ts';
import { privacyNotice } from './privacy.server.ts';
import { insertRegistered } from './register.server.ts';

/** The operator's settings for signing in. */
interface SignInSettings {
  readonly services: SessionServices;
  readonly registration: Registration;
  readonly options: Omit<SignInOptions, 'passwordMin' | 'privacyVersion'>;
}

const mode = { login: '0', register: '1', forgotten: '2' } as const;

export const accountRoutes = ({ services, registration, options }: SignInSettings): readonly Route[] =>
  implement(accountApi, {
    // Settings of the page take precedence over those of the process.
    options: async ({ registry, now }) => {
      const settingContext = { db: services.database.system, registry, now };
      const set = await settingOf(settingContext, filingNumber);
      const { version } = await privacyNotice(settingContext);
      return {
        ...options,
        filingNumber: set ?? options.filingNumber,
        passwordMin: await settingOf(settingContext, passwordMin),
        privacyVersion: version,
      };
    },
    phoneLogin: async (ctx, { mobile, captcha }, extras) => {
      const receiver = phoneOf(mobile);
      const username = await usernameByCode(services, { extras, receiver, mode: mode.login, code: captcha });
      await services.attempts.uncount(perAddress, clientNetwork(extras.client.ip));
      const person = (await findCredentials(services.database, username)) ?? throwRefusal(accountRefusals, 'account.unknown');
      return signInAs(services, { ctx, person, client: extras.client, isProved: false });
    },
    register: async (ctx, input, { client }) => {
      if (registration === 'closed') return throwRefusal(accountRefusals, 'account.closed');
      const username = input.username ?? phoneOf(input.phone).to;
      await countAttempt(services.attempts, perAddress, clientNetwork(client.ip));
      if (input.password) await services.passwords.requireStrong(ctx, { username, password: input.password });
      return register(services, { registration, draft: { ...input, username, password: input.password ?? null } });
    },
    phoneVerification: async (_ctx, { phone, email, smscode }, extras) => {
      const receiver = receiverOf({ phone: phone ?? null, email: email ?? null }) ?? throwRefusal(codeRefusals, 'code.receiver');
      const username = await usernameByCode(services, { extras, receiver, mode: mode.forgotten, code: smscode });
      const person = (await findCredentials(services.database, username)) ?? throwRefusal(accountRefusals, 'account.unknown');
      const ticket = await inSystem(services.database, (tx) => putTicket(tx, RESET_TICKET, { userId: person.id, now: services.clock() }));
      return { smscode: ticket, username };
    },
    passwordChange: async (ctx, { username, password, smscode }, { client }) => {
      await countAttempt(services.attempts, perAddress, clientNetwork(client.ip));
      await services.passwords.requireStrong(ctx, { username, password });
      await refuseSameAsInitial(services, { username, password });
      const passwordHash = await services.hasher.hash(password);
      const changed = await inSystem(services.database, async (tx) => {
        const userId = await takeTicket(tx, RESET_TICKET, { ticket: smscode, now: services.clock(), lifeMs: codeBounds.lifeMs });
        if (userId === undefined) return false;
        await services.passwords.requireUnused(ctx, { userId, password, db: tx });
        const { rows } =
          await sql`update sys_user set password = ${passwordHash}, update_by = username, update_time = ${services.clock()}, version = version + 1
          where id = ${userId} and lower(username) = ${username.toLowerCase()} and not is_delete returning id`.execute(tx);
        await sql`select end_sessions(${userId}, 'password')`.execute(tx);
        return rows.length > 0;
      });
      if (!changed) throwRefusal(accountRefusals, 'account.ticket');
      services.sessions.notifyChanged();
      await services.attempts.clear(perAccount, username);
      await services.attempts.uncount(perAddress, clientNetwork(client.ip));
      return ctx.say(accountWords.passwordSet);
    },
  });

/** The new password must differ from the initial one, which someone else knows. */
const refuseSameAsInitial = async (
  { database, hasher }: SessionServices,
  credentials: { readonly username: string; readonly password: string },
): Promise<void> => {
  const person = await findCredentials(database, credentials.username);
  if (person?.passwordInitial && (await hasher.verify(person.password, credentials.password))) throwRefusal(sessionRefusals, 'password.same');
};

const phoneOf = (phone: string): Receiver => receiverOf({ phone }) ?? throwRefusal(codeRefusals, 'code.receiver');

interface CodeClaim {
  readonly extras: Extras;
  readonly receiver: Receiver;
  readonly mode: string;
  readonly code: string;
}

/** Returns the only user with the phone or mail address to which the code was sent. The code is used up, whether it is right or wrong. */
const usernameByCode = async (services: SessionServices, { extras, receiver, mode: purpose, code }: CodeClaim): Promise<string> => {
  await countAttempt(services.attempts, perAddress, clientNetwork(extras.client.ip));
  const { right: isRight, owners } = await inSystem(services.database, async (tx) => ({
    right: await takeCode(tx, { mode: purpose, receiver }, { code, now: services.clock() }),
    owners: await ownersOf(tx, receiver),
  }));
  if (!isRight) throwRefusal(codeRefusals, 'code.wrong');
  if (owners.length > 1) throwRefusal(accountRefusals, 'account.several');
  return owners[0] ?? throwRefusal(accountRefusals, 'account.unknown');
};

interface RegistrationRequest {
  readonly registration: Exclude<Registration, 'closed'>;
  readonly draft: RegisterDraft;
}
interface RegisterDraft {
  readonly phone: string;
  readonly smscode: string;
  readonly username: string;
  readonly password: string | null;
  readonly email?: string | null;
  readonly realname?: string | null;
}

/** A valid code is used up together with creating the account, so that a name that is taken does not require another code. */
const register = async (services: SessionServices, { registration, draft }: RegistrationRequest): Promise<RegistrationAnswer> => {
  const receiver = phoneOf(draft.phone);
  const passwordHash = await services.hasher.hash(draft.password ?? crypto.randomUUID() + crypto.randomUUID());
  const registered = await refuseDuplicate(() =>
    inSystem(services.database, async (tx) => {
      if (!(await takeCode(tx, { mode: mode.register, receiver }, { code: draft.smscode, now: services.clock() }))) return undefined;
      await refuseTaken(tx, draft, receiver);
      return insertRegistered(tx, { ...draft, phone: receiver.to, passwordHash, now: services.clock() }, registration);
    }),
  );
  return registered ?? throwRefusal(codeRefusals, 'code.wrong');
};

const takenRefusals = { phone: 'account.phoneTaken', email: 'account.mailTaken', username: 'account.nameTaken' } as const;

/** Two simultaneous requests may both pass the checks; the slower one gets the same refusal as if it had come later. */
const refuseDuplicate = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const duplicate = duplicateField(error, user);
    if (duplicate === 'phone' || duplicate === 'email' || duplicate === 'username') throwRefusal(accountRefusals, takenRefusals[duplicate]);
    throw error;
  }
};

const refuseTaken = async (tx: Tx, draft: RegisterDraft, receiver: Receiver): Promise<void> => {
  if ((await ownersOf(tx, receiver)).length > 0) throwRefusal(accountRefusals, 'account.phoneTaken');
  const mail = receiverOf({ email: draft.email ?? null });
  if (mail && (await ownersOf(tx, mail)).length > 0) throwRefusal(accountRefusals, 'account.mailTaken');
  const { rows } = await sql`select 1 from sys_user where lower(username) = ${draft.username.toLowerCase()}`.execute(tx);
  if (rows.length > 0) throwRefusal(accountRefusals, 'account.nameTaken');
};
