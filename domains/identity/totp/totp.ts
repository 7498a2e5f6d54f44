import { choice, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { yesNo } from '#domains/system/resources.ts';
import type { LoginAnswer } from '../session/session.ts';

export const totpBounds = { ticketMs: 300_000, recoveryCodes: 10 } as const;

/** The secret for setting up an authenticator. */
export interface Enrolment {
  /** `otpauth://…`, for a QR code. */
  readonly uri: string;
  /** The same secret for typing. */
  readonly secret: string;
}

/** The details of a sign-in that requires a second step. */
export interface SecondStep extends Partial<Enrolment> {
  readonly ticket: string;
}

export interface TotpState {
  readonly enrolled: boolean;
  /** The user's tenant requires it. */
  readonly demanded: boolean;
  readonly recoveryLeft: number;
}

const code = () => text({ min: 6, max: 20 });
const password = () => text({ min: 1, max: 128 });
const signedIn = { allow: 'signedIn', noTransaction: true } as const;

export const totpApi = {
  /** The second step of a sign-in. After an enrolment it also returns the recovery codes, once. */
  verify: endpoint({
    method: 'POST',
    path: '/sys/totp/verify',
    allow: 'public',
    noTransaction: true,
    signs: 'in',
    input: { ticket: text({ min: 1, max: 64 }), code: code(), deviceToken: optional(text({ max: 64 })) },
    output: opaque<LoginAnswer & { readonly recoveryCodes: readonly string[] }>(),
  }),
  state: endpoint({ ...signedIn, method: 'GET', path: '/sys/totp/state', input: {}, output: opaque<TotpState>() }),
  enrol: endpoint({ ...signedIn, method: 'POST', path: '/sys/totp/enrol', input: { password: password() }, output: opaque<Enrolment>() }),
  confirm: endpoint({
    ...signedIn,
    method: 'POST',
    path: '/sys/totp/confirm',
    input: { code: code() },
    output: opaque<{ readonly recoveryCodes: readonly string[] }>(),
  }),
  remove: endpoint({ ...signedIn, method: 'POST', path: '/sys/totp/remove', input: { password: password(), code: code() }, output: words() }),
  demand: endpoint({
    method: 'PUT',
    path: '/sys/totp/demand',
    allow: 'totp:edit',
    noTransaction: true,
    input: { demanded: choice(yesNo) },
    output: words(),
  }),
};
