import { XMLParser } from 'fast-xml-parser';
import * as client from 'openid-client';

/** A user's account at a provider. */
export interface ExternalAccount {
  readonly issuer: string;
  readonly subject: string;
}

export interface OAuthSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client, which only PKCE protects. */
  readonly clientSecret: string | undefined;
  /** The text of the button. */
  readonly name: string;
}

export interface CasSettings {
  readonly url: string;
  readonly name: string;
}

/** The values that the provider has to return unchanged. */
export interface OAuthChecks {
  readonly verifier: string;
  readonly nonce: string;
  readonly state: string;
}

export interface OAuthProvider {
  readonly depart: (redirectUri: string) => Promise<{ readonly url: string; readonly checks: OAuthChecks }>;
  /** Throws when the provider does not confirm the user. */
  readonly exchangeCode: (callbackUrl: URL, checks: OAuthChecks) => Promise<ExternalAccount>;
}

const TIMEOUT_S = 10;
const isLoopback = (url: string): boolean => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url);

/** The authorization code flow with PKCE, configured by the issuer's discovery document. */
export const createOAuth = ({ issuer, clientId, clientSecret }: OAuthSettings): OAuthProvider => {
  let configuration: Promise<client.Configuration> | undefined;
  const discover = async (): Promise<client.Configuration> => {
    const options = { timeout: TIMEOUT_S, ...(isLoopback(issuer) && { execute: [client.allowInsecureRequests] }) };
    configuration ??= client.discovery(new URL(issuer), clientId, clientSecret, clientSecret === undefined ? client.None() : undefined, options);
    try {
      return await configuration;
    } catch (error) {
      // The next call loads the document again.
      configuration = undefined;
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
    exchangeCode: async (callbackUrl, { verifier, nonce, state }) => {
      const tokens = await client.authorizationCodeGrant(await discover(), callbackUrl, {
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

/** Asks a CAS server for the owner of a ticket; undefined when the ticket is invalid. */
export const validateTicket = async (
  { url }: CasSettings,
  { ticket, service }: { readonly ticket: string; readonly service: string },
): Promise<ExternalAccount | undefined> => {
  const validateUrl = `${url}/p3/serviceValidate?${new URLSearchParams({ ticket, service }).toString()}`;
  const response = await fetch(validateUrl, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_S * 1_000) });
  if (!response.ok) throw new Error(`CAS answered ${response.status}`);
  const text = (await response.text()).slice(0, ANSWER_MAX);
  const user = memberOf(memberOf(memberOf(parser.parse(text), 'serviceResponse'), 'authenticationSuccess'), 'user');
  return typeof user === 'string' && user !== '' ? { issuer: `cas:${url}`, subject: user } : undefined;
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
