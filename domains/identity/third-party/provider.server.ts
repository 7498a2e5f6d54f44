import { XMLParser } from 'fast-xml-parser';
import * as client from 'openid-client';

/** Somebody as a provider knows them. */
export interface Foreigner {
  readonly issuer: string;
  readonly subject: string;
}

export interface OAuthSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** What the button says. */
  readonly name: string;
}

export interface CasSettings {
  readonly url: string;
  readonly name: string;
}

/** What has to come back unchanged from the provider. */
export interface Checks {
  readonly verifier: string;
  readonly nonce: string;
  readonly state: string;
}

export interface OAuthProvider {
  readonly depart: (redirectUri: string) => Promise<{ readonly url: string; readonly checks: Checks }>;
  /** Throws when the provider does not confirm. */
  readonly arrive: (at: URL, checks: Checks) => Promise<Foreigner>;
}

const TIMEOUT_S = 10;
const isHere = (url: string): boolean => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url);

/** The authorization code flow with PKCE, against whatever the issuer's discovery document says. */
export const createOAuth = ({ issuer, clientId, clientSecret }: OAuthSettings): OAuthProvider => {
  let known: Promise<client.Configuration> | undefined;
  const discover = async (): Promise<client.Configuration> => {
    const options = { timeout: TIMEOUT_S, ...(isHere(issuer) && { execute: [client.allowInsecureRequests] }) };
    known ??= client.discovery(new URL(issuer), clientId, clientSecret, clientSecret === undefined ? client.None() : undefined, options);
    try {
      return await known;
    } catch (error) {
      // The next one asks again.
      known = undefined;
      throw error;
    }
  };
  return {
    depart: async (redirectUri) => {
      const config = await discover();
      const checks = { verifier: client.randomPKCECodeVerifier(), nonce: client.randomNonce(), state: client.randomState() };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        nonce: checks.nonce,
        state: checks.state,
      });
      return { url: url.href, checks };
    },
    arrive: async (at, { verifier, nonce, state }) => {
      const tokens = await client.authorizationCodeGrant(await discover(), at, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider told no identity');
      return { issuer: claims.iss, subject: claims.sub };
    },
  };
};

const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false });
const ANSWER_MAX = 65_536;

/** Asks a CAS server whose ticket this is; undefined when it says no. */
export const validateTicket = async (
  { url }: CasSettings,
  { ticket, service }: { readonly ticket: string; readonly service: string },
): Promise<Foreigner | undefined> => {
  const asked = `${url}/p3/serviceValidate?${new URLSearchParams({ ticket, service }).toString()}`;
  const response = await fetch(asked, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_S * 1_000) });
  if (!response.ok) throw new Error(`CAS answered ${response.status}`);
  const text = (await response.text()).slice(0, ANSWER_MAX);
  const user = at(at(at(parser.parse(text), 'serviceResponse'), 'authenticationSuccess'), 'user');
  return typeof user === 'string' && user !== '' ? { issuer: `cas:${url}`, subject: user } : undefined;
};

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
