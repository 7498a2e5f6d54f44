import type { MainPartType } from '#engines/order/codes.ts';

/** The ledger account that pays: `wallet:{ownerType}:{ownerId}`. */
export interface WalletOwner {
  readonly ownerType: 'customer' | 'card' | 'car';
  readonly ownerId: string;
}

/** A party that can charge, found by card, VIN or phone account. Ids are digit strings. It contains no balances. */
export interface Party {
  readonly mainPartType: MainPartType;
  readonly mainPartId: string;
  readonly tenantId: string;
  /** The customer the card or car belongs to, or the customer itself. */
  readonly custId: string | null;
  readonly custName: string | null;
  readonly userName: string | null;
  readonly userMobile: string | null;
  readonly icCardId: string | null;
  readonly icCardNo: string | null;
  readonly carVin: string | null;
  readonly carNum: string | null;
  /** The piles at which the car can charge; null for a party that is no car. */
  readonly carPileType: number | null;
  /** `locked`: by wrong passwords or by an operator. `disabled`: it or its customer is switched off, void, closed, expired or deleted. */
  readonly state: 'ok' | 'locked' | 'disabled';
  /** A card past its validity; its state is `disabled`. */
  readonly isExpired: boolean;
  readonly validUntil: Date | null;
  /** What the cards, cars and the phone account of one customer have in common, as an OCPP parentIdTag. */
  readonly groupTag: string;
  /** `locked` came from too many wrong passwords. */
  readonly isLockedByErrors: boolean;
  /** Null: no password is set. Only `provePassword` reads it. */
  readonly sealedPassword: string | null;
  readonly vipLevelId: string | null;
  readonly vipLevelName: string | null;
  /** Percent to pay by fee item 1 to 4; a fee item that is not named has no discount. Empty when `canDiscount` is false. */
  readonly vipDiscounts: Readonly<Record<number, number>>;
  readonly canDiscount: boolean;
  readonly currency: string;
  /** Where it may be used besides its piles; both empty: everywhere in the tenant. */
  readonly boundStationIds: readonly string[];
  readonly boundPileCodes: readonly string[];
  readonly wallet: WalletOwner;
}
