import type { Bus } from '#kit/db/messaging/bus.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { FeatureLookup } from '#kit/resource/feature.ts';
import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { RouterOptions } from '#kit/server/http/router.ts';
import { randomBytes } from 'node:crypto';
import { createSecrets, MASTER_KEY_BYTES } from '#kit/server/security/secrets.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { silentMessenger } from '#domains/system/server.ts';
import type { Messenger } from '#domains/system/server.ts';
import type { Registration, SignInOptions } from './account/account.ts';
import { createFlows } from './third-party/flow-store.server.ts';
import type { ThirdParties } from './third-party/third-party.server.ts';
import { sweepCodes } from './code/code-store.server.ts';
import { createCaptchas } from './captcha/captcha.server.ts';
import { createAttempts } from './attempts/attempts.server.ts';
import { endReasonRefusal } from './session/end-reason.server.ts';
import { createKnownDevices } from './attempts/known-devices.server.ts';
import { createHasher } from './password/hasher.server.ts';
import type { HashCost } from './password/hasher.server.ts';
import { createPasswords } from './password/password.server.ts';
import type { SessionServices } from './session/session.server.ts';
import { identity } from './domain.ts';
import * as routes from './routes.server.ts';
import { createTotpStore } from './totp/totp-store.server.ts';
import { requireSecondStep } from './totp/totp.server.ts';
import { createSessions } from './session/session-store.server.ts';
import type { Sessions } from './session/session-store.server.ts';

export { ensureAdmin, ensureBuiltIns } from './built-ins.server.ts';
export { builtInHolders } from './role/grants.rules.ts';
export { stolenTokenAct } from './session/stolen-token.server.ts';
export { requireTwoPersons } from './user/two-persons.server.ts';
export { identityJobs } from './session/sweep.server.ts';

export type { ThirdParties } from './third-party/third-party.server.ts';
export type { Registration } from './account/account.ts';

export interface Identity {
  readonly routes: readonly Route[];
  /** For the router: the viewer of a token, at most two seconds old. */
  readonly authenticate: RouterOptions['authenticate'];
  /** For the router: why a token is no longer valid. */
  readonly endingOf: NonNullable<RouterOptions['signOutReason']>;
  readonly sessions: Sessions;
  /** Deletes what has expired; a job calls it. */
  readonly sweep: () => Promise<void>;
  readonly close: () => void;
}

/** Creates everything for signing in, for one process. Close it before the database. */
export const createIdentity = ({ database, features, clock = () => new Date(), bus, ...deps }: IdentityOptions): Identity => {
  const sessions = createSessions(database, { features, clock, bus });
  const hasher = createHasher(deps.hashCost);
  const passwords = createPasswords(database, hasher);
  const devices = createKnownDevices(database, clock);
  const attempts = createAttempts(database, clock);
  const captchas = createCaptchas({ database, clock, attempts });
  const {
    messenger = silentMessenger,
    secrets = createSecrets([randomBytes(MASTER_KEY_BYTES)]),
    registration = 'closed',
    filingNumber = null,
    frameOrigins = [],
    thirdParties,
  } = deps;
  const flows = createFlows(database, clock);
  const hasChannel = (channel: 'sms' | 'mail'): boolean => messenger.channels.has(channel);
  const options = {
    phone: hasChannel('sms'),
    mail: hasChannel('mail'),
    register: hasChannel('sms') && registration !== 'closed',
    filingNumber,
    thirdParties: offeredSources(thirdParties),
  };
  const totp = createTotpStore(database, { secrets, clock });
  const services: SessionServices = {
    database,
    sessions,
    attempts,
    hasher,
    passwords,
    devices,
    captchas,
    clock,
    frameOrigins,
    totp,
    requireSecondStep: (person) => requireSecondStep(services, person),
  };
  const sweepCodesNow = (): Promise<unknown> => inSystem(database, (tx) => sweepCodes(tx, clock()));
  const sweep = async (): Promise<void> =>
    void (await Promise.all([...[sessions, devices, captchas, flows].map((store) => store.sweep()), sweepCodesNow()]));
  return {
    routes: gatherRoutes(identity, routes, { ...services, services, messenger, registration, options, thirdParties, flows }),
    authenticate: (token, client) => sessions.authenticate(token, client),
    endingOf: async (token) => endReasonRefusal(await sessions.endingOf(token)),
    sessions,
    sweep,
    close: () => sessions.stop(),
  };
};

/** The identity providers, as the sign-in page shows them. */
const offeredSources = (thirdParties: ThirdParties | undefined): SignInOptions['thirdParties'] =>
  (['oauth2', 'cas'] as const).flatMap((source) => {
    const name = thirdParties?.[source]?.name;
    return name === undefined ? [] : [{ source, name }];
  });

export interface IdentityOptions {
  readonly database: Database;
  /** All features of the program, which declare the level of their permissions. */
  readonly features: FeatureLookup;
  readonly clock?: () => Date;
  /** Reports changes of permissions to other processes at once; without it they notice within two seconds. */
  readonly bus?: Bus;
  /** Origins whose pages may be shown in a frame. */
  readonly frameOrigins?: readonly string[];
  /** Sends codes by SMS and mail; without it no code can be requested. */
  readonly messenger?: Messenger;
  /** Shown at the bottom of the sign-in page. */
  readonly filingNumber?: string | null;
  /** Identity providers for single sign-on. */
  readonly thirdParties?: ThirdParties | undefined;
  /** Encrypts the secrets of authenticators; without it they are lost with the process. */
  readonly secrets?: Secrets;
  /** Only for tests that do not concern passwords. */
  readonly hashCost?: HashCost;
  /** Closed by default. */
  readonly registration?: Registration;
}
