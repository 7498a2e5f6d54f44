import { invoiceRegime, invoiceType, titleType } from '#engines/invoice/codes.ts';
import type { InvoiceRegime, InvoiceType, TitleType } from '#engines/invoice/codes.ts';
import { judgeVatNumber } from '#engines/invoice/eu-vat.ts';
import { isIdCard, judgeChineseTaxCode, plainTaxCode } from '#engines/invoice/tax-code.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { InvoiceRefusal } from './invoice.labels.ts';

/** The buyer as it stands on the invoice. */
export interface InvoiceTitle {
  readonly invoiceTitleType: TitleType;
  readonly invoiceType: InvoiceType;
  readonly invoiceTitle: string;
  readonly taxCode: string | null;
  /** The tax code is the number of a person's identity card. */
  readonly isPersonTax: boolean;
}

/** The buyer as it was typed. */
export interface TypedTitle {
  readonly invoiceTitleType: TitleType;
  readonly invoiceType?: InvoiceType | null | undefined;
  readonly invoiceTitle: string;
  readonly taxCode?: string | null | undefined;
}

type TitleRefusal = Extract<
  InvoiceRefusal,
  'invoice.taxCodeWrong' | 'invoice.taxCodeNeeded' | 'invoice.taxCodeOfPerson' | 'invoice.specialNeedsCompany' | 'invoice.titleEmpty'
>;

/** A person has no tax code, an enterprise in China must have one; what is given must be right. */
export const checkTitle = (regime: InvoiceRegime, typed: TypedTitle): Verdict<InvoiceTitle, TitleRefusal> => {
  const taxCode = plainTaxCode(typed.taxCode ?? '') || null;
  const name = typed.invoiceTitle.trim();
  const isChina = regime === invoiceRegime.china;
  const isCompany = typed.invoiceTitleType === titleType.enterprise;
  if (name === '') return deny('invoice.titleEmpty');
  if (!isCompany && taxCode !== null) return deny('invoice.taxCodeOfPerson');
  if (isCompany && isChina && taxCode === null) return deny('invoice.taxCodeNeeded');
  if (taxCode !== null && (isChina ? judgeChineseTaxCode(taxCode) : judgeVatNumber(taxCode)) === 'wrong') return deny('invoice.taxCodeWrong');
  const isSpecial = isChina && typed.invoiceType === invoiceType.special;
  if (isSpecial && !isCompany) return deny('invoice.specialNeedsCompany');
  return allow({
    invoiceTitleType: typed.invoiceTitleType,
    invoiceType: isChina ? (isSpecial ? invoiceType.special : invoiceType.ordinary) : invoiceType.vat,
    invoiceTitle: name,
    taxCode,
    isPersonTax: isChina && taxCode !== null && isIdCard(taxCode),
  });
};
