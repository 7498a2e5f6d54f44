import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';

const kinds = valuesOf(mainPartType);

/** The ledger account of a party's own wallet, even if the party uses a pool. */
export const ownerOf = (kind: CodeValue<typeof mainPartType>, id: string): WalletOwner => {
  if (kind === kinds.icCard) return { ownerType: 'card', ownerId: id };
  return { ownerType: kind === kinds.vehicleVin ? 'car' : 'customer', ownerId: id };
};
