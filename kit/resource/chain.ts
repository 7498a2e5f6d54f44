/** The result of checking a chain of sealed rows, for all tenants. */
export interface ChainProof {
  readonly ok: boolean;
  readonly rows: number;
  readonly seals: number;
  /** Rows written after the last seal. */
  readonly waiting: number;
  /** Rows that were deleted after their retention period. */
  readonly expired: number;
  /** The first of the findings. */
  readonly findings: readonly { readonly kind: string; readonly tenantId: string; readonly what: string }[];
}
