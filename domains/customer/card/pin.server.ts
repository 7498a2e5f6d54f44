import { timingSafeEqual } from 'node:crypto';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { passwordDigest } from '#engines/protocol/native/password.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';

/** The card a password belongs to. The card number is part of the encryption context, so an encrypted password is valid for this card only. */
export interface PinOwner {
  readonly tenantId: string;
  readonly icCardNo: string;
}

const sealContext = ({ tenantId, icCardNo }: PinOwner) => ({ purpose: 'card-pin', row: `${tenantId}|${icCardNo}` });

export const sealPin = (secrets: Secrets, card: PinOwner, pin: string): string => secrets.seal(pin, sealContext(card));

/** Encrypts a card's password again for its replacement card. */
export const resealPin = (secrets: Secrets, sealed: string, cards: { readonly from: PinOwner; readonly to: PinOwner }): string =>
  sealPin(secrets, cards.to, secrets.open(sealed, sealContext(cards.from)));

/** Whether a pile's digest (64 hex digits) matches the card's password, compared in constant time. */
export const isRightPin = (
  secrets: Secrets,
  card: PinOwner & { readonly sealedPin: string },
  attempt: { readonly digest: string; readonly cpCode: string },
): boolean => {
  const expected = passwordDigest(secrets.open(card.sealedPin, sealContext(card)), attempt.cpCode, nodeCrypto);
  const givenDigest = Buffer.from(attempt.digest, 'hex');
  return givenDigest.length === expected.length && timingSafeEqual(givenDigest, expected);
};
