import { timingSafeEqual } from 'node:crypto';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { passwordDigest } from '#engines/protocol/native/password.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';

/** The card a password belongs to. The card number is part of the encryption context, so an encrypted password is valid for this card only. */
export interface PinOf {
  readonly tenantId: string;
  readonly icCardNo: string;
}

const about = ({ tenantId, icCardNo }: PinOf) => ({ purpose: 'card-pin', row: `${tenantId}|${icCardNo}` });

export const sealPin = (secrets: Secrets, card: PinOf, pin: string): string => secrets.seal(pin, about(card));

/** Encrypts a card's password again for its replacement card. */
export const resealPin = (secrets: Secrets, sealed: string, cards: { readonly from: PinOf; readonly to: PinOf }): string =>
  sealPin(secrets, cards.to, secrets.open(sealed, about(cards.from)));

/** Whether a pile's digest (64 hex digits) matches the card's password, compared in constant time. */
export const fitsPin = (
  secrets: Secrets,
  card: PinOf & { readonly sealedPin: string },
  typed: { readonly digest: string; readonly cpCode: string },
): boolean => {
  const expected = passwordDigest(secrets.open(card.sealedPin, about(card)), typed.cpCode, nodeCrypto);
  const given = Buffer.from(typed.digest, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
