import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { MessageAnswer } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import { hasPermission, singleId } from '#kit/server/context/viewer.ts';
import { allDictItems } from '#domains/system/server.ts';
import { accountRefusals } from '../account/account.labels.ts';
import type { Captchas } from '../captcha/captcha.server.ts';
import type { TotpStore } from '../totp/totp-store.server.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { countAttempt, perAccount, perAddress, perDevice, refuseWait, wrongPerAddress } from '../attempts/attempts.server.ts';
import type { Attempts } from '../attempts/attempts.server.ts';
import type { KnownDevices } from '../attempts/known-devices.server.ts';
import type { Hasher } from '../password/hasher.server.ts';
import { refuseInitialPassword } from '../password/initial-password.server.ts';
import type { Passwords } from '../password/password.server.ts';
import { currentDeparts, selectDepart, assignSessionDepart } from './depart-choice.server.ts';
import { selectTenant } from './tenant-choice.server.ts';
import { readRecords } from '../permission/read-records.server.ts';
import { codesOf, menuRecords, ruleLists } from '../permission/records.rules.ts';
import { menuOf } from '../menu/menu.rules.ts';
import { describePerson, findCredentials } from './person.server.ts';
import type { Credentials } from './person.server.ts';
import { rotateToken } from './rotate-token.server.ts';
import { sessionRefusals, sessionWords } from './session.labels.ts';
import { sessionApi } from './session.ts';
import type { LoginAnswer, MenuAnswer } from './session.ts';
import { hashOf } from './session-store.server.ts';
import type { Sessions } from './session-store.server.ts';

/** The services that signing in needs besides the request. */
export interface SessionServices {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly hasher: Hasher;
  readonly passwords: Passwords;
  readonly devices: KnownDevices;
  /** Origins whose pages may be shown in a frame. */
  readonly frameOrigins: readonly string[];
  readonly captchas: Captchas;
  readonly totp: TotpStore;
  /** Throws a refusal when a second factor is required. */
  readonly requireSecondStep: (person: Credentials) => Promise<void>;
  readonly clock: () => Date;
}

export const sessionRoutes = ({ services }: { readonly services: SessionServices }): readonly Route[] =>
  implement(sessionApi, {
    login: async (ctx, { username, password, captcha, deviceToken }, { client }) => {
      const person = await proveCredentials(services, { username, password, captcha, deviceToken, ip: client.ip });
      return signInAs(services, { ctx, person, client, deviceToken, isProved: true });
    },
    logout: async (ctx, _input, { client }) => {
      if (client.token) await services.sessions.close(client.token);
      return ctx.say(sessionWords.left);
    },
    getUserInfo: async (ctx) => ({
      userInfo: (await describePerson({ ...services, ctx }, ctx.viewer.userId, singleId(ctx.viewer.sees.tenant))).userInfo,
    }),
    getCurrentUserDeparts: (ctx) => currentDeparts(services.database, ctx.viewer.userId),
    selectDepart: async (ctx, { orgCode, username }, { client }) => {
      const departSwitch = { viewer: ctx.viewer, orgCode, username, token: client.token ?? '', now: services.clock() };
      const token = await selectDepart(services.database, departSwitch);
      if (token !== undefined) services.sessions.notifyChanged();
      return {
        token: token ?? null,
        userInfo: (await describePerson({ ...services, ctx }, ctx.viewer.userId, singleId(ctx.viewer.sees.tenant))).userInfo,
      };
    },
    selectTenant: async (ctx, { tenantId }, { client }) => {
      await selectTenant(services.database, { viewer: ctx.viewer, tenantId, token: client.token ?? '' });
      services.sessions.notifyChanged();
      return { userInfo: (await describePerson({ ...services, ctx }, ctx.viewer.userId, tenantId)).userInfo };
    },
    menu: async (ctx) => menuAnswer(ctx, services.frameOrigins),
    updatePassword: (ctx, input, extras) => changeOwnPassword(services, { ctx, input, extras }),
  });

interface SignInInput {
  readonly ctx: Context;
  /** The user who has authenticated. */
  readonly person: Credentials;
  readonly client: Extras['client'];
  /** With the password or a second factor. */
  readonly isProved: boolean;
  /** The token of a browser with which the user has signed in before. */
  readonly deviceToken?: string | null | undefined;
}

/** Signs in a user who has authenticated, unless they are blocked. Every way of signing in uses it. */
export const signInAs = async (services: SessionServices, signIn: SignInInput): Promise<LoginAnswer> => {
  const { person } = signIn;
  refuseFrozen(person);
  await services.requireSecondStep(person);
  return openSessionFor(services, signIn);
};

const refuseFrozen = (person: Credentials): void => {
  if (person.waiting) throwRefusal(accountRefusals, 'account.waiting');
  if (person.frozen) throwRefusal(sessionRefusals, 'login.frozen');
  if (person.closed) throwRefusal(sessionRefusals, 'login.closed');
};

/** Opens the session after all steps of the sign-in. */
export const openSessionFor = async (
  services: SessionServices,
  { ctx, person, client, deviceToken, isProved }: SignInInput,
): Promise<LoginAnswer> => {
  const token = await services.sessions.open(person.id, client, { isProved });
  const choice = await assignSessionDepart(services.database, person.id);
  // A client that sends none cannot store one.
  const device = !deviceToken ? null : await services.devices.remember(person.id, deviceToken);
  return loginAnswer(ctx, { token, deviceToken: device, ...choice, ...(await describePerson({ ...services, ctx }, person.id)) });
};

/** After this many failures from an address, all its clients have to solve the slider. */
const ADDRESS_FAILURES = 3;

interface LoginClaim {
  readonly username: string;
  readonly password: string;
  readonly captcha: string | null | undefined;
  readonly deviceToken?: string | null | undefined;
  readonly ip: string;
}

/**
 * Finds the user with a name and a password. The attempt is counted before it is checked. An unknown name takes the same time and gets the same
 * answer as a wrong password. If a slider is required and was not solved, the attempt is not counted for the name.
 */
export const proveCredentials = async (services: SessionServices, claim: LoginClaim): Promise<Credentials> => {
  const { database, attempts, hasher, captchas } = services;
  const { username, password, ip } = claim;
  const wrongFromHere = await attempts.peek(wrongPerAddress, clientNetwork(ip));
  await countAttempt(attempts, perAddress, clientNetwork(ip));
  // In a known browser, attempts of others do not block the user.
  const isKnown = typeof claim.deviceToken === 'string' && (await services.devices.isKnown(username, claim.deviceToken));
  const [limit, subject] = isKnown ? [perDevice, `${username} ${claim.deviceToken ?? ''}`] : [perAccount, username];
  const pastAttempts = await attempts.peek(limit, subject);
  refuseWait(pastAttempts.waitMs);
  if (pastAttempts.tries > 0 || wrongFromHere.tries >= ADDRESS_FAILURES) await captchas.require(claim.captcha, { subject: username, ip });
  await countAttempt(attempts, limit, subject);
  const person = await findCredentials(database, username);
  const isRight = await hasher.verify(person?.password, password);
  if (!isRight || !person) {
    await attempts.count(wrongPerAddress, clientNetwork(ip));
    return throwRefusal(sessionRefusals, 'login.wrong', {}, { detail: { captcha: true } });
  }
  await attempts.clear(limit, subject);
  await attempts.uncount(perAddress, clientNetwork(ip));
  refuseFrozen(person);
  await refuseInitialPassword(services, person);
  return person;
};

const loginAnswer = (ctx: Context, person: Omit<LoginAnswer, 'sysAllDictItems'>): LoginAnswer => ({
  ...person,
  sysAllDictItems: allDictItems(ctx.registry.codeTables.values(), ctx.viewer.language),
});

const menuAnswer = async (ctx: Context, frameOrigins: readonly string[]): Promise<MenuAnswer> => {
  const { viewer } = ctx;
  const query = { may: (code: string) => hasPermission(viewer, code), language: viewer.language };
  const rows = await readRecords(ctx);
  return {
    menu: menuOf(menuRecords(rows, query), {
      language: viewer.language,
      frameOrigins,
      digest: (text) => createHash('md5').update(text).digest('hex'),
    }),
    ...ruleLists(rows, query),
    codeList: [...new Set(rows.flatMap(codesOf))].filter(query.may),
    sysSafeMode: false,
  };
};

interface PasswordChange {
  readonly ctx: Context;
  readonly input: { readonly username: string; readonly oldpassword: string; readonly password: string; readonly confirmpassword: string };
  readonly extras: Extras;
}

const changeOwnPassword = async (
  services: SessionServices,
  { ctx, input, extras }: PasswordChange,
): Promise<MessageAnswer<{ readonly token: string }>> => {
  const { viewer } = ctx;
  if (input.username.toLowerCase() !== viewer.username.toLowerCase()) throwRefusal(sessionRefusals, 'password.notOwn');
  if (input.password !== input.confirmpassword) throwRefusal(sessionRefusals, 'password.differs');
  await services.passwords.requireStrong(ctx, { username: viewer.username, password: input.password });
  await countAttempt(services.attempts, perAccount, viewer.username);
  const person = await findCredentials(services.database, viewer.username);
  if (!person || person.id !== viewer.userId) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  if (!(await services.hasher.verify(person.password, input.oldpassword))) throwRefusal(sessionRefusals, 'password.old');
  await services.attempts.clear(perAccount, viewer.username);
  if (input.password === input.oldpassword) throwRefusal(sessionRefusals, 'password.same');
  await services.passwords.requireUnused(ctx, { userId: viewer.userId, password: input.password });
  const passwordHash = await services.hasher.hash(input.password);
  const token = await inSystem(services.database, async (tx) => {
    await sql`update sys_user set password = ${passwordHash}, update_by = ${viewer.username}, update_time = ${ctx.now} where id = ${viewer.userId}`.execute(
      tx,
    );
    const ownToken = extras.client.token ?? '';
    await sql`select end_sessions(${viewer.userId}, 'password', ${hashOf(ownToken)})`.execute(tx);
    // A session that has ended meanwhile is not continued.
    return (await rotateToken(tx, { token: ownToken, now: services.clock() })) ?? throwRefusal(kitRefusals, 'signedOut', {}, { status: 401 });
  });
  services.sessions.notifyChanged();
  return { message: ctx.say(sessionWords.passwordChanged), result: { token } };
};
