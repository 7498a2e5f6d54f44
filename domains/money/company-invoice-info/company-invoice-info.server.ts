import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { invoiceRegime, sellerState } from '#engines/invoice/codes.ts';
import { plainTaxCode } from '#engines/invoice/tax-code.ts';
import { tenant } from '#domains/network/resources.ts';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { InvoiceService } from '../invoice-service/invoice-service.server.ts';
import { serviceSellerOf } from '../invoice-service/service-seller.server.ts';
import { companyInvoiceInfoLabels, companyInvoiceInfoRefusals, companyInvoiceInfoWords } from './company-invoice-info.labels.ts';
import { checkSellerFacts, regimeOf } from './company-invoice-info.rules.ts';
import type { SellerFacts } from './company-invoice-info.rules.ts';
import { companyInvoiceInfo, companyInvoiceInfoApi } from './company-invoice-info.ts';
import { openInvoicesOf } from './open-invoices.server.ts';
import { sealContext, sellerById } from './seller.server.ts';
import type { Seller } from './seller.server.ts';

export interface CompanyInvoiceInfoParts {
  readonly database: Database;
  readonly clock: () => Date;
  readonly secrets: Secrets;
  readonly invoices: InvoiceService;
}

const { importExcel: _import, exportTemplate: _template, ...standardHandlers } = crudHandlers(companyInvoiceInfo);
const SEAL_ID_BYTES = 16;

export const companyInvoiceInfoRoutes = (parts: CompanyInvoiceInfoParts): readonly Route[] =>
  implement(companyInvoiceInfoApi, {
    ...standardHandlers,
    ...revealHandlers(companyInvoiceInfo),
    add: async (ctx, { appSecret, ...draft }) => {
      const { currency } = await ctx.rows(tenant).get(draft.tenantId);
      const regime = regimeOf(currency);
      const plain = { ...draft, taxNumber: plainTaxCode(draft.taxNumber) };
      checkFacts(ctx, { ...NO_FACTS, ...plain, appSecret: appSecret || null, invoiceRegime: regime });
      await refuseSecond(ctx, { tenantId: draft.tenantId, agentId: draft.agentId ?? null });
      const sealId = randomBytes(SEAL_ID_BYTES).toString('hex');
      const sealed = appSecret ? parts.secrets.seal(appSecret, sealContext(sealId)) : null;
      return ctx.rows(companyInvoiceInfo).insert({ ...plain, invoiceRegime: regime, appSecret: sealed, sealId, sellerState: sellerState.unknown });
    },
    edit: async (ctx, { appSecret, ...input }, extras) => {
      const companyInvoiceInfoId = String(input.companyInvoiceInfoId);
      await ctx.rows(companyInvoiceInfo).lock([companyInvoiceInfoId]);
      const row = await ctx.rows(companyInvoiceInfo).get(companyInvoiceInfoId);
      const stored = await sellerOrMissing(ctx, parts, companyInvoiceInfoId);
      const plain = { ...input, ...(input.taxNumber != null && { taxNumber: plainTaxCode(input.taxNumber) }) };
      const next = <F extends 'elecGoodsCode' | 'srvGoodsCode' | 'companyAddress' | 'appKey'>(field: F) =>
        plain[field] === undefined ? row[field] : plain[field] || null;
      const appKey = next('appKey');
      checkFacts(ctx, {
        invoiceRegime: row.invoiceRegime,
        taxNumber: plain.taxNumber ?? row.taxNumber,
        elecGoodsCode: next('elecGoodsCode'),
        srvGoodsCode: next('srvGoodsCode'),
        companyAddress: next('companyAddress'),
        appKey,
        appSecret: appSecret || stored.appSecret,
      });
      const after = await standardHandlers.edit(ctx, plain, extras);
      if (!appSecret && appKey === stored.appKey) return after;
      const { rows } = await sql<{
        sealId: string;
      }>`select seal_id from company_invoice_info where company_invoice_info_id = ${companyInvoiceInfoId}`.execute(ctx.db);
      const sealId = rows[0]?.sealId ?? '';
      // Another key has to be checked again.
      return ctx.rows(companyInvoiceInfo).change(companyInvoiceInfoId, {
        ...(appSecret && { appSecret: parts.secrets.seal(appSecret, sealContext(sealId)) }),
        sellerState: sellerState.unknown,
        sellerCheckedAt: null,
        quotaMoney: null,
      });
    },
    ...deleteHandlers(companyInvoiceInfo, async (ctx, { companyInvoiceInfoId }) => {
      const n = await openInvoicesOf(ctx.db, companyInvoiceInfoId);
      if (n > 0) throwRefusal(companyInvoiceInfoRefusals, 'companyInvoice.open', { n });
    }),
    // The service is called outside of a transaction, because its answer may take long.
    checkSeller: async (ctx, { companyInvoiceInfoId }) => {
      const deps = { database: parts.database, clock: parts.clock, registry: ctx.registry };
      const seller = await withContext(deps, ctx.viewer, (innerCtx) => sellerOrMissing(innerCtx, parts, companyInvoiceInfoId));
      if (seller.regime === invoiceRegime.europe) return throwRefusal(companyInvoiceInfoRefusals, 'companyInvoice.noService');
      const own = serviceSellerOf(seller);
      const status = await parts.invoices.sellerStatus(own);
      if (status.kind === 'unknown') return throwRefusal(companyInvoiceInfoRefusals, 'companyInvoice.noAnswer', { code: status.code });
      if (status.kind === 'refused') return throwRefusal(companyInvoiceInfoRefusals, 'companyInvoice.refused', { message: status.message });
      const quota = await parts.invoices.quota(own);
      return withContext(deps, ctx.viewer, async (innerCtx) => {
        await innerCtx.rows(companyInvoiceInfo).change(companyInvoiceInfoId, {
          sellerState: status.value,
          sellerCheckedAt: innerCtx.now,
          ...(quota.kind === 'done' && { quotaMoney: quota.value }),
        });
        return innerCtx.say(status.value === sellerState.online ? companyInvoiceInfoWords.online : companyInvoiceInfoWords.offline);
      });
    },
  });

const NO_FACTS = { companyAddress: null, elecGoodsCode: null, srvGoodsCode: null, appKey: null };

const checkFacts = (ctx: Context, facts: SellerFacts): void => {
  const verdict = checkSellerFacts(facts);
  if (verdict.ok) return;
  const field = verdict.field ? ctx.say(companyInvoiceInfoLabels.fields[verdict.field]) : '';
  throwRefusal(companyInvoiceInfoRefusals, verdict.refusal, { field });
};

/** The tenant is locked, so of two that are added at the same time one is refused. */
const refuseSecond = async (ctx: Context, { tenantId, agentId }: { readonly tenantId: string; readonly agentId: string | null }): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('company_invoice_info', ${tenantId}::int8))`.execute(ctx.db);
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from company_invoice_info
    where tenant_id = ${tenantId} and agent_id is not distinct from ${agentId} and not is_delete`.execute(ctx.db);
  if ((rows[0]?.n ?? 0) > 0) throwRefusal(companyInvoiceInfoRefusals, 'companyInvoice.exists');
};

/** A viewer may open only what they may see, so the row is read with their scope first. */
const sellerOrMissing = async (ctx: Context, { secrets }: CompanyInvoiceInfoParts, companyInvoiceInfoId: string): Promise<Seller> => {
  await ctx.rows(companyInvoiceInfo).get(companyInvoiceInfoId);
  return (await sellerById(ctx.db, secrets, companyInvoiceInfoId)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};
