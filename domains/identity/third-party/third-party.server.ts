import { inSystem } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { putTicket, takeTicket } from '../code/code-store.server.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { countAttempt } from '../attempts/attempts.server.ts';
import type { AttemptLimit } from '../attempts/attempts.server.ts';
import { findCredentials, findCredentialsById } from '../session/person.server.ts';
import { signInAs, proveCredentials } from '../session/session.server.ts';
import type { SessionServices } from '../session/session.server.ts';
import type { Flows } from './flow-store.server.ts';
import { createOAuth, validateTicket } from './provider.server.ts';
import type { CasSettings, ExternalAccount, OAuthSettings } from './provider.server.ts';
import { thirdPartyRefusals, thirdPartyWords } from './third-party.labels.ts';
import { thirdPartyApi, thirdPartyBounds } from './third-party.ts';

/** The identity providers that the operator has configured. */
export interface ThirdParties {
  /** The public address of the system, to which providers redirect browsers. */
  readonly publicUrl: string;
  readonly oauth2?: OAuthSettings | undefined;
  readonly cas?: CasSettings | undefined;
}

const perClaim: AttemptLimit = { kind: 'third', max: 30, windowMs: 60_000 };
const TICKET_PURPOSE = 'third';

export const thirdPartyRoutes = ({ services, thirdParties, flows }: ThirdPartyDeps): readonly Route[] => {
  const oauth = thirdParties?.oauth2 && createOAuth(thirdParties.oauth2);
  const homeUrl = `${thirdParties?.publicUrl ?? ''}/`;
  const count = (ip: string): Promise<void> => countAttempt(services.attempts, perClaim, clientNetwork(ip));
  /** The name of the user who connected an external account. Without one it refuses with a ticket for connecting the account. */
  const ownerOf = async (external: ExternalAccount): Promise<string> =>
    (await flows.ownerOf(external)) ??
    throwRefusal(thirdPartyRefusals, 'third.unlinked', {}, { detail: { token: await flows.storeUnclaimed(external), name: external.subject } });

  const nameOf = (issuer: string): string => {
    const providers = [
      { at: thirdParties?.oauth2?.issuer, name: thirdParties?.oauth2?.name },
      { at: thirdParties?.cas?.url, name: thirdParties?.cas?.name },
    ];
    return providers.find(({ at }) => at !== undefined && withoutSlash(at) === withoutSlash(issuer))?.name ?? issuer;
  };

  return implement(thirdPartyApi, {
    begin: async (_ctx, { source }, { client }) => {
      await count(client.ip);
      if (source === 'cas' && thirdParties?.cas) return { url: `${thirdParties.cas.url}/login?service=${encodeURIComponent(homeUrl)}`, bind: '' };
      if (source !== 'oauth2' || !oauth) return throwRefusal(thirdPartyRefusals, 'third.unknown');
      const { url, checks } = await orUnreachable(oauth.depart(homeUrl));
      return { url, bind: await flows.storeChecks(checks) };
    },
    finish: async (_ctx, { search, bind }, { client }) => {
      await count(client.ip);
      if (!oauth) return throwRefusal(thirdPartyRefusals, 'third.expired');
      const returnUrl = new URL(homeUrl);
      returnUrl.search = search;
      const checks = await flows.takeChecks(returnUrl.searchParams.get('state') ?? '', bind);
      if (!checks) return throwRefusal(thirdPartyRefusals, 'third.expired');
      const username = await ownerOf(await orRefused(oauth.exchangeCode(returnUrl, checks)));
      const person = (await findCredentials(services.database, username)) ?? throwRefusal(thirdPartyRefusals, 'third.refused');
      const token = await inSystem(services.database, (tx) => putTicket(tx, TICKET_PURPOSE, { userId: person.id, now: services.clock() }));
      return { token, thirdType: 'oauth2' as const };
    },
    getLoginUser: async (ctx, { token, thirdType }, { client }) => {
      await count(client.ip);
      const attempt = { ticket: token, now: services.clock(), lifeMs: thirdPartyBounds.codeMs };
      const userId = thirdType === 'oauth2' ? await inSystem(services.database, (tx) => takeTicket(tx, TICKET_PURPOSE, attempt)) : undefined;
      const person = userId === undefined ? undefined : await findCredentialsById(services.database, userId);
      if (!person) return throwRefusal(thirdPartyRefusals, 'third.expired');
      return signInAs(services, { ctx, person, client, isProved: false });
    },
    connect: async (ctx, { token, username, password, captcha }, { client }) => {
      const person = await proveCredentials(services, { username, password, captcha, ip: client.ip });
      const external = (await flows.takeUnclaimed(token)) ?? throwRefusal(thirdPartyRefusals, 'third.expired');
      const answer = await signInAs(services, { ctx, person, client, isProved: true });
      await flows.connect(external, person.id);
      return answer;
    },
    accounts: async ({ viewer }) =>
      (await flows.accountsOf(viewer.userId)).map(({ issuer, subject, since }) => ({
        issuer,
        subject,
        name: nameOf(issuer),
        since: since.toISOString(),
      })),
    disconnect: async (ctx, account) => {
      if (!(await flows.disconnect(account, ctx.viewer.userId))) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      return ctx.say(thirdPartyWords.disconnected);
    },
    validateLogin: async (ctx, { ticket, service }, { client }) => {
      await count(client.ip);
      // A ticket for another service must not be accepted: the owner of that service could sign in here as its users.
      if (!thirdParties?.cas || service !== homeUrl) return throwRefusal(thirdPartyRefusals, 'third.unknown');
      const external =
        (await orUnreachable(validateTicket(thirdParties.cas, { ticket, service }))) ?? throwRefusal(thirdPartyRefusals, 'third.refused');
      const person = (await findCredentials(services.database, await ownerOf(external))) ?? throwRefusal(thirdPartyRefusals, 'third.refused');
      return signInAs(services, { ctx, person, client, isProved: false });
    },
  });
};

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

interface ThirdPartyDeps {
  readonly services: SessionServices;
  readonly thirdParties: ThirdParties | undefined;
  readonly flows: Flows;
}

const orUnreachable = async <T>(request: Promise<T>): Promise<T> => request.catch(() => throwRefusal(thirdPartyRefusals, 'third.unreachable'));
const orRefused = async <T>(request: Promise<T>): Promise<T> => request.catch(() => throwRefusal(thirdPartyRefusals, 'third.refused'));
