import { invoiceRegime } from '#engines/invoice/codes.ts';
import type { InvoiceRegime } from '#engines/invoice/codes.ts';
import { judgeVatNumber } from '#engines/invoice/eu-vat.ts';
import { judgeChineseTaxCode } from '#engines/invoice/tax-code.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';

/** Tenants with yuan issue under the law of China; all others issue by themselves, with VAT. */
export const regimeOf = (currency: string): InvoiceRegime => (currency === 'CNY' ? invoiceRegime.china : invoiceRegime.europe);

/** The facts of a seller that a rule is about. */
export interface SellerFacts {
  readonly invoiceRegime: InvoiceRegime;
  readonly taxNumber: string;
  readonly companyAddress: string | null;
  readonly elecGoodsCode: string | null;
  readonly srvGoodsCode: string | null;
  readonly appKey: string | null;
  readonly appSecret: string | null;
}

type SellerField = Exclude<keyof SellerFacts, 'invoiceRegime'>;
type SellerVerdict = Verdict<SellerFacts, 'companyInvoice.taxNumber' | 'companyInvoice.needs'> & { readonly field?: SellerField };

/** What the law wants on an invoice, and what the invoice service needs to know. */
const needed: Readonly<Record<InvoiceRegime, readonly SellerField[]>> = {
  [invoiceRegime.china]: ['elecGoodsCode', 'srvGoodsCode', 'appKey', 'appSecret'],
  [invoiceRegime.europe]: ['companyAddress'],
};

export const checkSellerFacts = (facts: SellerFacts): SellerVerdict => {
  const judge = facts.invoiceRegime === invoiceRegime.china ? judgeChineseTaxCode : judgeVatNumber;
  if (judge(facts.taxNumber) === 'wrong') return deny('companyInvoice.taxNumber');
  const missing = needed[facts.invoiceRegime].find((field) => facts[field] === null);
  return missing ? { ...deny('companyInvoice.needs'), field: missing } : allow(facts);
};
