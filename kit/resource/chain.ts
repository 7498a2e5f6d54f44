/** What the check of a chain of sealed rows found, tenant by tenant. */
export interface ChainProof {
  readonly ok: boolean;
  readonly rows: number;
  readonly seals: number;
  /** Rows that came after the last seal. */
  readonly waiting: number;
  /** Rows that were kept as long as they had to be. */
  readonly expired: number;
  /** The first of what is wrong. */
  readonly findings: readonly { readonly kind: string; readonly tenantId: string; readonly what: string }[];
}
