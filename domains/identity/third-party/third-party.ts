import { longText, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { LoginAnswer } from '../session/session.ts';

/** Where a person may come from: an OAuth2 provider, or a CAS server. */
export type ThirdType = 'oauth2' | 'cas';

export const thirdPartyBounds = {
  /** At the provider, and then at the question whose account it is. */
  awayMs: 600_000,
  /** From the provider's yes to the session. */
  codeMs: 60_000,
} as const;

/** Where to send the browser, and what it has to show when it comes back. */
export interface ThirdPartyRedirect {
  readonly url: string;
  readonly bind: string;
}

/** A one-use code for `getLoginUser`. */
export interface ThirdPartyReturn {
  readonly token: string;
  readonly thirdType: ThirdType;
}

/** An account elsewhere that a person may come in with. */
export interface ConnectedAccount {
  readonly issuer: string;
  readonly subject: string;
  /** What the provider is called here; its address, when it is not set up any more. */
  readonly name: string;
  readonly since: string;
}

const source = () => text({ min: 1, max: 20 });
const publicEndpoint = { allow: 'public', noTransaction: true } as const;

export const thirdPartyApi = {
  begin: endpoint({
    ...publicEndpoint,
    method: 'POST',
    path: '/sys/thirdLogin/begin',
    input: { source: source() },
    output: opaque<ThirdPartyRedirect>(),
  }),
  /** `search` is the query that the provider sent the browser back with. */
  finish: endpoint({
    ...publicEndpoint,
    method: 'POST',
    path: '/sys/thirdLogin/finish',
    input: { search: longText({ min: 1, max: 4_000 }), bind: text({ min: 1, max: 64 }) },
    output: opaque<ThirdPartyReturn>(),
  }),
  getLoginUser: endpoint({
    ...publicEndpoint,
    method: 'GET',
    path: '/sys/thirdLogin/getLoginUser/:token/:thirdType',
    changes: true,
    signs: 'in',
    input: { token: text({ min: 1, max: 64 }), thirdType: source() },
    output: opaque<LoginAnswer>(),
  }),
  /** Says whose account it is: the person proves it once by their password here. */
  connect: endpoint({
    ...publicEndpoint,
    method: 'POST',
    path: '/sys/thirdLogin/connect',
    signs: 'in',
    input: {
      token: text({ min: 1, max: 64 }),
      username: text({ min: 1, max: 64 }),
      password: text({ min: 1, max: 128 }),
      captcha: optional(text({ max: 64 })),
    },
    output: opaque<LoginAnswer>(),
  }),
  /** The viewer's own connected accounts. */
  accounts: endpoint({
    method: 'GET',
    path: '/sys/thirdLogin/accounts',
    allow: 'signedIn',
    noTransaction: true,
    input: {},
    output: opaque<readonly ConnectedAccount[]>(),
  }),
  /** Takes one of the viewer's own connections away: from then on nobody comes in with that account. */
  disconnect: endpoint({
    method: 'POST',
    path: '/sys/thirdLogin/disconnect',
    allow: 'signedIn',
    noTransaction: true,
    input: { issuer: text({ min: 1, max: 500 }), subject: text({ min: 1, max: 500 }) },
    output: words(),
  }),
  validateLogin: endpoint({
    ...publicEndpoint,
    method: 'POST',
    // Other clients of the family hand the ticket over in the query.
    alsoMethod: 'GET',
    path: '/sys/cas/client/validateLogin',
    changes: true,
    signs: 'in',
    input: { ticket: text({ min: 1, max: 512 }), service: text({ min: 1, max: 512 }) },
    output: opaque<LoginAnswer>(),
  }),
};
