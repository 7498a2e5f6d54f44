import { mainPartType as mainPartTypes } from '#engines/order/codes.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import type { AccountQuery, TagFacts } from '#engines/protocol/device.ts';
import { accountType } from '#engines/protocol/codes.ts';
import { findParty, partyById } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

interface Tenancy {
  readonly tenantId: string;
}

/** The payer that an account at a pile names: by card, VIN or phone. */
export const partyOf = async (
  tx: Tx,
  { tenantId }: Tenancy,
  account: { readonly accountType: number; readonly account: string; readonly vin?: string | undefined },
): Promise<Party | undefined> =>
  findParty(tx, {
    tenantId,
    accountType: account.accountType,
    account: account.account,
    ...(account.vin !== undefined && { vin: account.vin }),
  });

/** An OCPP tag is tried as a card, then as a phone account, then as a VIN. */
export const partyOfTag = async (tx: Tx, place: Tenancy, event: Pick<AccountQuery, 'accountType' | 'account'>): Promise<Party | undefined> =>
  (await partyOf(tx, place, event)) ??
  (event.accountType === accountType.card
    ? ((await partyOf(tx, place, { accountType: accountType.phoneUser, account: event.account })) ??
      (await partyOf(tx, place, { accountType: accountType.vin, account: event.account })))
    : undefined);

/** An OCPP tag as an account. OCPP has no field for a password. */
export const tagAccount = (idTag: string) => ({ accountType: accountType.card, account: idTag }) as const;

/** Who pays an order; undefined while nobody is known. */
export const payerOf = async (tx: Tx, { mainPartType, mainPartId }: Pick<StoredOrder, 'mainPartType' | 'mainPartId'>): Promise<Party | undefined> =>
  isMainPartType(mainPartType) && mainPartId !== null ? partyById(tx, mainPartType, mainPartId) : undefined;

const isMainPartType = (value: number | null): value is MainPartType => Object.values(mainPartTypes).some((kind) => kind === value);

/** What an OCPP station is told of a party besides the result. */
export const tagFactsOf = (party: Party | undefined): TagFacts => ({
  ...(party && { groupTag: party.groupTag }),
  ...(party?.validUntil != null && { expiresAtMs: party.validUntil.getTime() }),
  ...(party?.isExpired === true && { isExpired: true }),
});

/** Whether a tag that stopped a charge belongs to its payer, or to the customer of its payer. */
export const mayStop = (
  order: Pick<StoredOrder, 'idTag'>,
  tag: string,
  { payer, party }: { readonly payer: Party | undefined; readonly party: Party | undefined },
): boolean => {
  if (order.idTag !== null && order.idTag.toUpperCase() === tag.toUpperCase()) return true;
  if (!payer || !party) return false;
  if (payer.mainPartType === party.mainPartType && payer.mainPartId === party.mainPartId) return true;
  return party.state === 'ok' && payer.groupTag === party.groupTag;
};
