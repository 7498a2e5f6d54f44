import { randomBytes } from 'node:crypto';
import { deriveSecret, fromBase64, generateKeyPair, openChannel, toBase64 } from '#kit/cipher/body-cipher.ts';
import type { BodyCipher, CipherChannel } from '#kit/cipher/body-cipher.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { TransportSecurityInfo } from '#kit/resource/shared-endpoints/transport-security.ts';
import { kitRefusals } from '../refusals.ts';
import type { Secrets } from './secrets.ts';
import type { Signing } from './signing.ts';

/** A browser reads the settings again after this time. */
const INFO_S = 86_400;
const TICKET = { purpose: 'body key', row: 'ticket' } as const;

export interface TransportSecurityOptions {
  readonly signing: Signing;
  /** Absent: bodies are not encrypted. */
  readonly cipher: BodyCipher | undefined;
  readonly secrets: Secrets;
  readonly clock: () => Date;
}

/** The settings of signing and encryption. The agreed key is sealed in the ticket, so that any process of the system can open it. */
export interface TransportSecurity {
  readonly signing: Signing;
  readonly needsCipher: boolean;
  readonly describe: (publicKey: string | null | undefined) => Promise<TransportSecurityInfo>;
  /** The channel of a ticket, or a refusal that tells the client to agree on a new key. */
  readonly channelOf: (ticket: string) => Promise<CipherChannel>;
}

export const createTransportSecurity = ({ signing, cipher, secrets, clock }: TransportSecurityOptions): TransportSecurity => ({
  signing,
  needsCipher: cipher !== undefined,
  describe: async (publicKey) => {
    const base = { needEncDec: cipher !== undefined, cipher: cipher ?? null, dataIV: null, expiresInS: INFO_S, signSecret: signing.secret || null };
    if (!cipher || !publicKey) return { ...base, dataSecret: null, ticket: null };
    const keyPair = await generateKeyPair();
    const secret = await deriveSecret(keyPair.privateKey, publicKey).catch(() => throwRefusal(kitRefusals, 'encryptionKey', {}, { status: 400 }));
    const untilMs = clock().getTime() + INFO_S * 1_000;
    // The salt makes two tickets with the same secret different.
    const agreed: AgreedSecret = { secret: toBase64(secret), cipher, untilMs, salt: randomBytes(8).toString('base64url') };
    return { ...base, dataSecret: keyPair.publicKey, ticket: secrets.seal(JSON.stringify(agreed), TICKET) };
  },
  channelOf: async (ticket) => {
    const agreed = readTicket(secrets, ticket);
    if (!agreed || agreed.untilMs < clock().getTime() || agreed.cipher !== cipher)
      return throwRefusal(kitRefusals, 'encryptionKey', {}, { status: 400 });
    return openChannel(fromBase64(agreed.secret), agreed.cipher);
  },
});

interface AgreedSecret {
  readonly secret: string;
  readonly cipher: BodyCipher;
  readonly untilMs: number;
  readonly salt: string;
}

const readTicket = (secrets: Secrets, ticket: string): AgreedSecret | undefined => {
  try {
    return JSON.parse(secrets.open(ticket, TICKET)) as AgreedSecret; // only this server can seal one
  } catch {
    return undefined;
  }
};
