import { optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';

/** How requests are to be signed and whether bodies are encrypted, under the family's names. */
export interface TransportSecurityInfo {
  readonly needEncDec: boolean;
  /** How bodies are encrypted; null when they are not. */
  readonly cipher: 'AES-GCM' | 'AES-CBC' | null;
  /** The server's public half of the key agreement; null without encryption, or when no public key was sent. */
  readonly dataSecret: string | null;
  /** Always null: every message draws its own. */
  readonly dataIV: null;
  /** Names the agreed key; sent back with every encrypted request. */
  readonly ticket: string | null;
  readonly expiresInS: number;
  /** Tells an accident from a whole request. It is public to whoever loads the page, so it proves nothing about who asks. */
  readonly signSecret: string | null;
}

export const transportSecurityApi = {
  config: endpoint({
    method: 'GET',
    path: '/sys/getEncryptedString',
    allow: 'public',
    noTransaction: true,
    input: { publicKey: optional(text({ max: 200 })) },
    output: opaque<TransportSecurityInfo>(),
  }),
};
