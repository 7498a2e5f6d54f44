import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';

const kinds = valuesOf(mainPartType);

/** Whose account in the books a party's own wallet is; a pool that is drawn on instead is not asked. */
export const ownerOf = (kind: CodeValue<typeof mainPartType>, id: string): WalletOwner => {
  if (kind === kinds.icCard) return { ownerType: 'card', ownerId: id };
  return { ownerType: kind === kinds.vehicleVin ? 'car' : 'customer', ownerId: id };
};
