import { inSystem } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { putTicket, takeTicket } from '../code/vault.server.ts';
import { clientAddress } from '../attempts/client-address.rules.ts';
import { countAttempt } from '../attempts/attempts.server.ts';
import type { AttemptLimit } from '../attempts/attempts.server.ts';
import { findCredentials, findCredentialsById } from '../session/person.server.ts';
import { enterAs, prove } from '../session/session.server.ts';
import type { SessionServices } from '../session/session.server.ts';
import type { Flows } from './flow.server.ts';
import { createOAuth, validateTicket } from './provider.server.ts';
import type { CasSettings, Foreigner, OAuthSettings } from './provider.server.ts';
import { thirdPartyRefusals, thirdPartyWords } from './third-party.labels.ts';
import { thirdPartyApi, thirdPartyBounds } from './third-party.ts';

/** Providers as the operator has set them. */
export interface ThirdParties {
  /** Where browsers find this system: providers send them back there and nowhere else. */
  readonly publicUrl: string;
  readonly oauth2?: OAuthSettings | undefined;
  readonly cas?: CasSettings | undefined;
}

const perSwitch: AttemptLimit = { kind: 'third', max: 30, windowMs: 60_000 };
const TICKET = 'third';

export const thirdPartyRoutes = ({ services, thirdParties, flows }: ThirdPartyParts): readonly Route[] => {
  const oauth = thirdParties?.oauth2 && createOAuth(thirdParties.oauth2);
  const home = `${thirdParties?.publicUrl ?? ''}/`;
  const count = (ip: string): Promise<void> => countAttempt(services.attempts, perSwitch, clientAddress(ip));
  /** The name of the person an account stands for; one that nobody has claimed is refused with a ticket to claim it. */
  const ownerOf = async (foreigner: Foreigner): Promise<string> =>
    (await flows.ownerOf(foreigner)) ??
    throwRefusal(thirdPartyRefusals, 'third.unlinked', {}, { detail: { token: await flows.unclaimed(foreigner), name: foreigner.subject } });

  const nameOf = (issuer: string): string => {
    const known = [
      { at: thirdParties?.oauth2?.issuer, name: thirdParties?.oauth2?.name },
      { at: thirdParties?.cas?.url, name: thirdParties?.cas?.name },
    ];
    return known.find(({ at }) => at !== undefined && bare(at) === bare(issuer))?.name ?? issuer;
  };

  return implement(thirdPartyApi, {
    begin: async (_ctx, { source }, { client }) => {
      await count(client.ip);
      if (source === 'cas' && thirdParties?.cas) return { url: `${thirdParties.cas.url}/login?service=${encodeURIComponent(home)}`, bind: '' };
      if (source !== 'oauth2' || !oauth) return throwRefusal(thirdPartyRefusals, 'third.unknown');
      const { url, checks } = await reach(oauth.depart(home));
      return { url, bind: await flows.away(checks) };
    },
    finish: async (_ctx, { search, bind }, { client }) => {
      await count(client.ip);
      if (!oauth) return throwRefusal(thirdPartyRefusals, 'third.expired');
      const at = new URL(home);
      at.search = search;
      const checks = await flows.back(at.searchParams.get('state') ?? '', bind);
      if (!checks) return throwRefusal(thirdPartyRefusals, 'third.expired');
      const username = await ownerOf(await confirmed(oauth.arrive(at, checks)));
      const person = (await findCredentials(services.database, username)) ?? throwRefusal(thirdPartyRefusals, 'third.refused');
      const token = await inSystem(services.database, (tx) => putTicket(tx, TICKET, { userId: person.id, now: services.clock() }));
      return { token, thirdType: 'oauth2' as const };
    },
    getLoginUser: async (ctx, { token, thirdType }, { client }) => {
      await count(client.ip);
      const given = { ticket: token, now: services.clock(), lifeMs: thirdPartyBounds.codeMs };
      const userId = thirdType === 'oauth2' ? await inSystem(services.database, (tx) => takeTicket(tx, TICKET, given)) : undefined;
      const person = userId === undefined ? undefined : await findCredentialsById(services.database, userId);
      if (!person) return throwRefusal(thirdPartyRefusals, 'third.expired');
      return enterAs(services, { ctx, person, client, isProved: false });
    },
    connect: async (ctx, { token, username, password, captcha }, { client }) => {
      const person = await prove(services, { username, password, captcha, ip: client.ip });
      const foreigner = (await flows.claim(token)) ?? throwRefusal(thirdPartyRefusals, 'third.expired');
      const answer = await enterAs(services, { ctx, person, client, isProved: true });
      await flows.connect(foreigner, person.id);
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
      // A ticket for another service would let that service's owner in here as its visitors.
      if (!thirdParties?.cas || service !== home) return throwRefusal(thirdPartyRefusals, 'third.unknown');
      const foreigner = (await reach(validateTicket(thirdParties.cas, { ticket, service }))) ?? throwRefusal(thirdPartyRefusals, 'third.refused');
      const person = (await findCredentials(services.database, await ownerOf(foreigner))) ?? throwRefusal(thirdPartyRefusals, 'third.refused');
      return enterAs(services, { ctx, person, client, isProved: false });
    },
  });
};

const bare = (url: string): string => url.replace(/\/$/, '');

interface ThirdPartyParts {
  readonly services: SessionServices;
  readonly thirdParties: ThirdParties | undefined;
  readonly flows: Flows;
}

const reach = async <T>(asked: Promise<T>): Promise<T> => asked.catch(() => throwRefusal(thirdPartyRefusals, 'third.unreachable'));
const confirmed = async <T>(asked: Promise<T>): Promise<T> => asked.catch(() => throwRefusal(thirdPartyRefusals, 'third.refused'));
