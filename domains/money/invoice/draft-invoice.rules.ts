import { goods } from '#engines/invoice/codes.ts';
import type { Goods } from '#engines/invoice/codes.ts';
import { splitTax } from '#engines/invoice/tax.ts';
import type { TaxedAmount, TaxParts } from '#engines/invoice/tax.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { InvoiceRefusal } from './invoice.labels.ts';
import type { InvoiceableOrder } from './invoiceable.rules.ts';

export interface InvoiceLine extends TaxedAmount, TaxParts {
  readonly goods: Goods;
  readonly goodsCode: string | null;
  readonly goodsName: string;
  readonly unit: string | null;
  readonly quantityDwh: bigint | null;
}

/** What a seller sells, and the tax rates in hundredths of a percent. */
export interface SellerGoods {
  readonly elecGoodsCode: string | null;
  readonly elecGoodsName: string;
  readonly elecUnit: string | null;
  readonly elecTaxRate: number;
  readonly srvGoodsCode: string | null;
  readonly srvGoodsName: string;
  readonly srvUnit: string | null;
  readonly srvTaxRate: number;
}

/** The most orders of one invoice. */
export const INVOICE_ORDERS_MAX = 100;
const DAY_MS = 86_400_000;

type OrdersRefusal = Extract<
  InvoiceRefusal,
  | 'invoice.noOrders'
  | 'invoice.tooManyOrders'
  | 'invoice.otherTenant'
  | 'invoice.otherPayer'
  | 'invoice.notSettled'
  | 'invoice.nothingPaid'
  | 'invoice.tooOld'
>;
type OrdersVerdict = Verdict<readonly InvoiceableOrder[], OrdersRefusal> & { readonly order?: InvoiceableOrder };

/** What the payer has paid for an order and not got back. */
export const paidOf = ({ elecCents, serviceCents }: Pick<InvoiceableOrder, 'elecCents' | 'serviceCents'>): bigint => elecCents + serviceCents;

/** Whether one invoice can be made over these orders. */
export const checkOrders = (orders: readonly InvoiceableOrder[], { days, now }: { readonly days: number; readonly now: Date }): OrdersVerdict => {
  const [first] = orders;
  if (!first) return deny('invoice.noOrders');
  if (orders.length > INVOICE_ORDERS_MAX) return deny('invoice.tooManyOrders');
  const refused = (refusal: OrdersRefusal, isWrong: (order: InvoiceableOrder) => boolean): OrdersVerdict | undefined => {
    const order = orders.find(isWrong);
    return order && { ...deny(refusal), order };
  };
  const since = now.getTime() - days * DAY_MS;
  return (
    refused('invoice.otherTenant', ({ tenantId, currency }) => tenantId !== first.tenantId || currency !== first.currency) ??
    refused('invoice.otherPayer', ({ payerKey }) => payerKey !== first.payerKey) ??
    refused('invoice.notSettled', ({ isSettled }) => !isSettled) ??
    refused('invoice.nothingPaid', (order) => paidOf(order) <= 0n) ??
    refused('invoice.tooOld', ({ settledAt }) => settledAt === null || settledAt.getTime() < since) ??
    allow(orders)
  );
};

/** The lines of an invoice: one for the electricity of all orders and one for their service, without a line of nothing. */
export const invoiceLines = (orders: readonly InvoiceableOrder[], seller: SellerGoods): readonly InvoiceLine[] => {
  const sum = (valueOf: (order: InvoiceableOrder) => bigint): bigint => orders.reduce((total, order) => total + valueOf(order), 0n);
  const lines = [
    {
      goods: goods.electricity,
      goodsCode: seller.elecGoodsCode,
      goodsName: seller.elecGoodsName,
      unit: seller.elecUnit ?? 'kWh',
      quantityDwh: sum(({ energyDwh }) => energyDwh),
      rateE2: seller.elecTaxRate,
      totalCents: sum(({ elecCents }) => elecCents),
    },
    {
      goods: goods.service,
      goodsCode: seller.srvGoodsCode,
      goodsName: seller.srvGoodsName,
      unit: seller.srvUnit,
      quantityDwh: null,
      rateE2: seller.srvTaxRate,
      totalCents: sum(({ serviceCents }) => serviceCents),
    },
  ];
  return splitTax(lines.filter(({ totalCents }) => totalCents > 0n));
};
