import { optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '../endpoint.ts';

/** The ways to authenticate again: a password, an authenticator, or a code by SMS or mail. */
export type ProofMethod = 'password' | 'totp' | 'sms' | 'mail';

export interface ProofMethods {
  /** The preferred way first. */
  readonly ways: readonly ProofMethod[];
  /** The masked address to which a code is sent. */
  readonly to: string | null;
  /** The user signed in without a password and no code can be sent, so no way is available. */
  readonly unreached?: true;
}

/** The details of a refusal that requires recent authentication. */
export interface RequiredProof {
  /** The action, in the viewer's language. */
  readonly what: string;
  /** The endpoint for authenticating. */
  readonly prove: { readonly method: string; readonly path: string };
}

const signed = { allow: 'signedIn', noTransaction: true } as const;

export const stepUpApi = {
  ways: endpoint({ ...signed, method: 'GET', path: '/sys/stepUp/ways', input: {}, output: opaque<ProofMethods>() }),
  /** Sends a code to a user who signed in without a password. */
  sendCode: endpoint({ ...signed, method: 'POST', path: '/sys/stepUp/sendCode', input: {}, output: words() }),
  /** The password, or the code of an authenticator or a message. */
  prove: endpoint({
    ...signed,
    method: 'POST',
    path: '/sys/stepUp/prove',
    input: { password: optional(text({ max: 128 })), code: optional(text({ max: 20 })) },
    output: words(),
  }),
};
