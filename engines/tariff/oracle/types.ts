/** An order in the oracle's form: the plain numbers of `SliceInput` and `BillInput`, without the engine's types. */
export interface OracleOrder {
  readonly tariff: OracleTariff;
  readonly start: OracleReading;
  readonly stop: OracleReading;
  readonly samples: readonly OracleReading[];
  readonly deviceSlotDwh?: readonly bigint[] | undefined;
  readonly billedDwh?: bigint | undefined;
  readonly vip?: Readonly<Partial<Record<number, number>>> | undefined;
  readonly card?: OracleCard | undefined;
  readonly coupon?: OracleCoupon | undefined;
  readonly capCents?: bigint | undefined;
  readonly points?: OraclePoints | undefined;
}

export interface OracleReading {
  readonly atMs: number;
  readonly meterDwh: bigint;
}

export interface OracleTariff {
  readonly zone: string;
  readonly currency: string;
  readonly months: readonly { readonly month: number; readonly fees: readonly OracleFee[] }[];
}

export interface OracleFee {
  readonly rateType: number;
  readonly billMode: number;
  readonly periods: readonly { readonly startSlot: number; readonly rateStage: number; readonly rateDiscount: number; readonly priceE5: bigint }[];
}

export type OracleCoupon = {
  readonly canOverlay: boolean;
  readonly rateTypes?: readonly number[] | undefined;
  readonly useAmountLimitCents?: bigint | undefined;
} & (
  | { readonly couponForm: 1; readonly preferentialDiscount: number; readonly maxCreditCents?: bigint | undefined }
  | { readonly couponForm: 2; readonly preferentialAmountCents: bigint }
);

export interface OracleCard {
  readonly discountPercent: number;
  readonly rateTypes?: readonly number[] | undefined;
  readonly energyLeftDwh?: bigint | undefined;
  readonly overlayVip: boolean;
  readonly overlayCoupon: boolean;
}

export interface OraclePoints {
  readonly balancePoints: bigint;
  readonly stepPoints: bigint;
  readonly pointCents: bigint;
  readonly maxSharePercent: number;
}

export interface OracleUsage {
  readonly slotDwh: readonly bigint[];
  readonly slotSeconds: readonly number[];
}

export interface OracleCell {
  readonly rateType: number;
  readonly rateStage: number;
  readonly quantity: bigint;
  readonly gross: bigint;
  readonly tariffOffer: bigint;
  readonly vipOffer: bigint;
  readonly card: bigint;
  readonly coupon: bigint;
  readonly overrun: bigint;
  readonly points: bigint;
  readonly net: bigint;
}
