import { optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '../endpoint.ts';

/** What somebody can prove to be themselves with: what they know, what they carry, or where a code reaches them. */
export type ProofMethod = 'password' | 'totp' | 'sms' | 'mail';

export interface ProofMethods {
  /** The usual one first. */
  readonly ways: readonly ProofMethod[];
  /** Where a code is sent, as far as it is shown. */
  readonly to: string | null;
  /** They came in without their password and no code reaches them: who never had one can prove nothing. */
  readonly unreached?: true;
}

/** What a refusal for want of a proof says beside its words. */
export interface RequiredProof {
  /** What was to be done, in the viewer's language. */
  readonly what: string;
  /** The call that proves it. */
  readonly prove: { readonly method: string; readonly path: string };
}

const signed = { allow: 'signedIn', noTransaction: true } as const;

export const stepUpApi = {
  ways: endpoint({ ...signed, method: 'GET', path: '/sys/stepUp/ways', input: {}, output: opaque<ProofMethods>() }),
  /** Sends a code to somebody who came in without their password. */
  sendCode: endpoint({ ...signed, method: 'POST', path: '/sys/stepUp/sendCode', input: {}, output: words() }),
  /** The password, or the code of an authenticator or of a message. */
  prove: endpoint({
    ...signed,
    method: 'POST',
    path: '/sys/stepUp/prove',
    input: { password: optional(text({ max: 128 })), code: optional(text({ max: 20 })) },
    output: words(),
  }),
};
