import { sql } from 'kysely';
import type { InvoiceRegime } from '#engines/invoice/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { SellerGoods } from '../invoice/draft-invoice.rules.ts';

/** Who issues an invoice, with the key of the invoice service in the clear. It never leaves the server. */
export interface Seller extends SellerGoods {
  readonly companyInvoiceInfoId: string;
  readonly tenantId: string;
  readonly agentId: string | null;
  readonly regime: InvoiceRegime;
  readonly companyName: string;
  readonly taxNumber: string;
  readonly companyAddress: string | null;
  readonly companyTel: string | null;
  readonly companyBank: string | null;
  readonly companyAccount: string | null;
  readonly drawer: string | null;
  readonly payee: string | null;
  readonly numberPrefix: string | null;
  readonly appKey: string | null;
  readonly appSecret: string | null;
}

/** What the key is sealed with. */
export const sealContext = (sealId: string) => ({ purpose: 'invoice-service-secret', row: sealId });

interface StoredSeller extends Omit<Seller, 'companyInvoiceInfoId' | 'tenantId' | 'agentId'> {
  readonly id: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly sealId: string;
}

const opened = (secrets: Pick<Secrets, 'open'>, { id, tenantId, agentId, sealId, appSecret, ...row }: StoredSeller): Seller => ({
  ...row,
  companyInvoiceInfoId: String(id),
  tenantId: String(tenantId),
  agentId: agentId === null ? null : String(agentId),
  appSecret: appSecret === null ? null : secrets.open(appSecret, sealContext(sealId)),
});

/** A seller by its id, also one that was deleted: its invoices still have to be asked about. Staff of an agent may read the one of their tenant. */
export const sellerById = async (tx: Tx, secrets: Pick<Secrets, 'open'>, companyInvoiceInfoId: string): Promise<Seller | undefined> => {
  const { rows } = await sql<StoredSeller>`select coalesce(company_invoice_info_id, 0) as id, coalesce(tenant_id, 0) as tenant_id, agent_id,
      coalesce(invoice_regime::int4, 1) as regime, coalesce(company_name, '') as company_name, coalesce(tax_number, '') as tax_number, company_address, company_tel,
      company_bank, company_account, elec_goods_code, coalesce(elec_goods_name, '') as elec_goods_name, elec_unit, coalesce(elec_tax_rate, 0)::int4 as elec_tax_rate, srv_goods_code,
      coalesce(srv_goods_name, '') as srv_goods_name, srv_unit, coalesce(srv_tax_rate, 0)::int4 as srv_tax_rate, drawer, payee, number_prefix, app_key, app_secret,
      coalesce(seal_id, '') as seal_id
    from invoice_seller(${companyInvoiceInfoId}::int8)`.execute(tx);
  return rows[0] && opened(secrets, rows[0]);
};

/** Who issues for an agent: its own information, or else that of its tenant. */
export const sellerIdOf = async (
  tx: Tx,
  { tenantId, agentId }: { readonly tenantId: string; readonly agentId: string },
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: bigint | null }>`select invoice_seller_of(${tenantId}::int8, ${agentId}::int8) as id`.execute(tx);
  const id = rows[0]?.id ?? null;
  return id === null ? undefined : String(id);
};
