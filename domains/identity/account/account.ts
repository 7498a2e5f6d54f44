import { optional, phone, text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { mailAddress } from '../code/code.ts';
import { agreedPrivacy } from './privacy.ts';
import type { LoginAnswer } from '../session/session.ts';

/** Whether visitors may register: no, with approval by an administrator, or at once with a role of one tenant. */
export type Registration = 'closed' | 'review' | { readonly tenantId: string; readonly roleCode: string };

/** The result of a registration. */
export interface RegistrationAnswer {
  readonly username: string;
  /** An administrator has to approve the account. */
  readonly waiting: boolean;
}

/** The options of the sign-in page. */
export interface SignInOptions {
  readonly phone: boolean;
  readonly mail: boolean;
  readonly register: boolean;
  /** The minimum length of a new password. */
  readonly passwordMin: number;
  /** The filing number of the site, where the law requires one. */
  readonly filingNumber: string | null;
  /** The version of the platform's privacy notice; null until the server has answered. */
  readonly privacyVersion: string | null;
  readonly thirdParties: readonly { readonly source: string; readonly name: string }[];
}

const accountName = () => text({ max: 18, pattern: patterns.username });
const code = () => text({ min: 1, max: 64 });
const newPassword = () => text({ min: 1, max: 128 });
const publicEndpoint = { method: 'POST', allow: 'public', noTransaction: true } as const;

export const accountApi = {
  options: endpoint({ method: 'GET', path: '/sys/signInOptions', allow: 'public', noTransaction: true, input: {}, output: opaque<SignInOptions>() }),
  /** Signs in with a phone number and the code sent to it. */
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
      /** The phone number by default. */
      username: optional(accountName()),
      /** Without one the user signs in by phone. */
      password: optional(newPassword()),
      email: optional(mailAddress()),
      realname: optional(text({ max: 60 })),
      agreePrivacy: agreedPrivacy(),
    },
    output: opaque<RegistrationAnswer>(),
  }),
  /** Exchanges the code for a forgotten password for a ticket that sets a new one. */
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
