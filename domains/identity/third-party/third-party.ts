import { longText, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { LoginAnswer } from '../session/session.ts';

/** The type of identity provider: OAuth2 or CAS. */
export type ThirdType = 'oauth2' | 'cas';

export const thirdPartyBounds = {
  /** The time limit for the provider's page, and then for connecting the account. */
  awayMs: 600_000,
  /** From the provider's confirmation to the session. */
  codeMs: 60_000,
} as const;

/** Where to redirect the browser, and the text that it has to send when it returns. */
export interface ThirdPartyRedirect {
  readonly url: string;
  readonly bind: string;
}

/** A one-use code for `getLoginUser`. */
export interface ThirdPartyReturn {
  readonly token: string;
  readonly thirdType: ThirdType;
}

/** An external account with which a user can sign in. */
export interface ConnectedAccount {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name here, or its address when it is no longer configured. */
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
  /** `search` is the query with which the provider redirected the browser. */
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
  /** Connects an external account with a user, who confirms it once with the password. */
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
  /** The connected accounts of the viewer. */
  accounts: endpoint({
    method: 'GET',
    path: '/sys/thirdLogin/accounts',
    allow: 'signedIn',
    noTransaction: true,
    input: {},
    output: opaque<readonly ConnectedAccount[]>(),
  }),
  /** Removes a connection of the viewer; the account can then no longer be used to sign in. */
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
    // Other clients of the product family send the ticket in the query.
    alsoMethod: 'GET',
    path: '/sys/cas/client/validateLogin',
    changes: true,
    signs: 'in',
    input: { ticket: text({ min: 1, max: 512 }), service: text({ min: 1, max: 512 }) },
    output: opaque<LoginAnswer>(),
  }),
};
