import type { TenantKey } from './places.ts';

/** A firmware and the piles that are upgraded to it when the demo is first set up. */
export const firmwarePlan = {
  tenant: 'huadong',
  firmwareName: '交流桩主控固件',
  firmwareVer: '2.4.0',
  remark: '提高断线后补传记录的速度',
  sizeBytes: 200_000,
  cpCodes: ['JJ-04', 'JJ-05', 'ZJ-05', 'ZJ-06'],
} as const satisfies { readonly tenant: TenantKey; readonly [field: string]: unknown };
