import type { TenantKey } from './places.ts';

interface TermsPlan {
  readonly tenant: TenantKey;
  readonly crcName: string;
  readonly details: readonly { readonly startMinute: number; readonly reservationDuration: number; readonly occupyFeeUnit: string }[];
}

/** The first quarter of an hour is free; after that the price of waiting rises. */
export const terms: readonly TermsPlan[] = [
  {
    tenant: 'huadong',
    crcName: '标准预约',
    details: [
      { startMinute: 0, reservationDuration: 15, occupyFeeUnit: '0.00' },
      { startMinute: 15, reservationDuration: 30, occupyFeeUnit: '0.10' },
      { startMinute: 30, reservationDuration: 60, occupyFeeUnit: '0.30' },
    ],
  },
  {
    tenant: 'rhein',
    crcName: 'Standard',
    details: [
      { startMinute: 0, reservationDuration: 15, occupyFeeUnit: '0.00' },
      { startMinute: 15, reservationDuration: 45, occupyFeeUnit: '0.10' },
    ],
  },
];
