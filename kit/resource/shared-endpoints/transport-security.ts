import { optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';

/** How requests are signed and whether bodies are encrypted, with the names of the product family. */
export interface TransportSecurityInfo {
  readonly needEncDec: boolean;
  /** The cipher of bodies; null when they are not encrypted. */
  readonly cipher: 'AES-GCM' | 'AES-CBC' | null;
  /** The server's public key for the key agreement; null without encryption, or when no public key was sent. */
  readonly dataSecret: string | null;
  /** Always null: every message has its own initialisation vector. */
  readonly dataIV: null;
  /** Identifies the agreed key; sent with every encrypted request. */
  readonly ticket: string | null;
  readonly expiresInS: number;
  /** Detects accidental changes of a request. Everyone who loads the page gets it, so it does not prove the sender. */
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
