import type { Secrets } from '#kit/server/security/secrets.ts';
import type { MendReceiver } from '#domains/money/server.ts';

/** The card of a payer and the name of its holder, as an operator has entered them. */
export type CardReceiver = Extract<MendReceiver, { readonly way: 'payerCard' }>;

const contextOf = (sealId: string) => ({ purpose: 'refund-mend-receiver', row: sealId });

/** The card as it is stored until the attempt is over. */
export const sealReceiver = (secrets: Secrets, { bankType, bankAccount, realName }: CardReceiver, sealId: string): string =>
  secrets.seal(JSON.stringify([bankType, bankAccount, realName]), contextOf(sealId));

export const openReceiver = (secrets: Secrets, sealed: string, sealId: string): CardReceiver => {
  const parts: unknown = JSON.parse(secrets.open(sealed, contextOf(sealId)));
  const [bankType, bankAccount, realName] = Array.isArray(parts) ? parts.map(String) : [];
  if (bankType === undefined || bankAccount === undefined || realName === undefined) throw new Error('a stored card is incomplete');
  return { way: 'payerCard', bankType, bankAccount, realName };
};
