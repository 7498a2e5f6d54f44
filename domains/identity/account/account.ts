import { optional, phone, text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { mailAddress } from '../code/code.ts';
import { agreedPrivacy } from './privacy.ts';
import type { LoginAnswer } from '../session/session.ts';

/** Whether strangers may make accounts: not at all, until somebody gives them a role, or with a role of one tenant at once. */
export type Registration = 'closed' | 'review' | { readonly tenantId: string; readonly roleCode: string };

/** What a registration has led to. */
export interface RegistrationAnswer {
  readonly username: string;
  /** Somebody has to look at it first. */
  readonly waiting: boolean;
}

/** What the sign-in page offers. */
export interface SignInOptions {
  readonly phone: boolean;
  readonly mail: boolean;
  readonly register: boolean;
  /** The shortest new password. */
  readonly passwordMin: number;
  /** Of the site, where the law wants one shown. */
  readonly filingNumber: string | null;
  /** Of the platform's privacy text; null until the server has answered. */
  readonly privacyVersion: string | null;
  readonly thirdParties: readonly { readonly source: string; readonly name: string }[];
}

const accountName = () => text({ max: 18, pattern: patterns.username });
const code = () => text({ min: 1, max: 64 });
const newPassword = () => text({ min: 1, max: 128 });
const publicEndpoint = { method: 'POST', allow: 'public', noTransaction: true } as const;

export const accountApi = {
  options: endpoint({ method: 'GET', path: '/sys/signInOptions', allow: 'public', noTransaction: true, input: {}, output: opaque<SignInOptions>() }),
  /** Signs in by a phone and the code sent to it. */
  phoneLogin: endpoint({
    ...publicEndpoint,
    signs: 'in',
    path: '/sys/phoneLogin',
    input: { mobile: phone({ line: 'mobile' }), captcha: code(), agreePrivacy: agreedPrivacy() },
    output: opaque<LoginAnswer>(),
  }),
  register: endpoint({
    ...publicEndpoint,
    signs: 'in',
    path: '/sys/user/register',
    input: {
      phone: phone({ line: 'mobile' }),
      smscode: code(),
      /** Default: the phone. */
      username: optional(accountName()),
      /** Default: none, so that they sign in by phone. */
      password: optional(newPassword()),
      email: optional(mailAddress()),
      realname: optional(text({ max: 60 })),
      agreePrivacy: agreedPrivacy(),
    },
    output: opaque<RegistrationAnswer>(),
  }),
  /** Changes the code of a forgotten password into a ticket for a new one. */
  phoneVerification: endpoint({
    ...publicEndpoint,
    path: '/sys/user/phoneVerification',
    input: { phone: optional(phone({ line: 'mobile' })), email: optional(mailAddress()), smscode: code() },
    output: opaque<{ readonly smscode: string; readonly username: string }>(),
  }),
  passwordChange: endpoint({
    ...publicEndpoint,
    signs: 'in',
    path: '/sys/user/passwordChange',
    input: { username: text({ min: 1, max: 64 }), password: newPassword(), smscode: code() },
    output: words(),
  }),
};
