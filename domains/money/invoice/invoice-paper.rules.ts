import { redLines, sumsByRate, sumsOf } from '#engines/invoice/tax.ts';
import { dayText, localDate } from '#engines/time/calendar.ts';
import { amountText } from '#kit/fields/amount-text.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { say } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import type { PrintedDocument, PrintedNumber, PrintedRow, PrintedTable } from '#kit/resource/printed-document.ts';
import type { InvoiceLine } from './draft-invoice.rules.ts';
import { invoicePaperWords as words } from './invoice.labels.ts';
import { priceText, rateText } from './invoice-view.rules.ts';
import type { InvoicedOrder, StoredInvoice } from './stored-invoice.rules.ts';

const MONEY_SCALE = 2;
const ENERGY_SCALE = 4;

/** What is printed: an invoice, or the credit note that cancels it. */
export interface PaperFacts {
  readonly invoice: StoredInvoice;
  readonly lines: readonly InvoiceLine[];
  readonly orders: readonly InvoicedOrder[];
  readonly number: string;
  readonly date: Date;
  readonly isCredit: boolean;
}

type Speak = (text: Words, args?: Readonly<Record<string, string | number>>) => string;

/** An invoice with VAT by the rules of the European Union (Directive 2006/112/EC, Article 226), or its credit note. */
export const invoicePaper = ({ invoice, lines: blue, orders, number, date, isCredit }: PaperFacts): PrintedDocument => {
  const { zone, currency, language } = invoice;
  const text: Speak = (word, args = {}) => say(word, language, args);
  const lines = isCredit ? redLines(blue) : blue;
  const optional = (word: Words, value: string | null): readonly (readonly [string, string])[] => (value === null ? [] : [[text(word), value]]);
  const days = orders.map(({ chargedAt }) => chargedAt.getTime());
  const day = (ms: number): string => dayText(localDate(ms, zone));
  const supplied = days.length === 0 ? '' : [...new Set([day(Math.min(...days)), day(Math.max(...days))])].join(' – ');
  return {
    issuer: invoice.sellerName,
    title: text(isCredit ? words.creditTitle : words.title),
    subtitle: number,
    facts: [
      [text(isCredit ? words.creditNumber : words.number), number],
      [text(words.date), day(date.getTime())],
      ...(isCredit ? optional(words.cancels, invoice.invoiceNo) : []),
      [text(words.supplied), supplied],
      [text(words.currency), currency],
      [text(words.seller), invoice.sellerName],
      [text(words.vatId), invoice.sellerTaxNumber],
      ...optional(words.address, invoice.sellerAddress),
      ...optional(words.phone, invoice.sellerTel),
      ...optional(words.bank, [invoice.sellerBank, invoice.sellerAccount].filter((part) => part !== null).join(' ') || null),
      [text(words.buyer), invoice.title],
      ...optional(words.vatId, invoice.taxCode),
      ...optional(words.address, invoice.buyerAddress),
    ],
    tables: [lineTable(lines, text), sumTable(lines, { text, currency }), ...(isCredit ? [] : [orderTable(orders, { text, day })])],
    notes: [
      isCredit ? text(words.credited, { no: invoice.invoiceNo ?? '' }) : text(words.paid),
      ...(invoice.remark === null ? [] : [invoice.remark]),
    ],
    footer: `${invoice.sellerName} · ${text(words.footer)}`,
    madeAt: date,
  };
};

const amount = (cents: bigint): PrintedNumber => ({ text: formatScaled(cents, MONEY_SCALE), value: Number(formatScaled(cents, MONEY_SCALE)) });
const energy = (dwh: bigint): PrintedNumber => ({ text: formatScaled(dwh, ENERGY_SCALE), value: Number(formatScaled(dwh, ENERGY_SCALE)) });

const lineTable = (lines: readonly InvoiceLine[], text: Speak): PrintedTable => ({
  title: text(words.lines),
  columns: [
    { header: text(words.goods), width: 3 },
    { header: text(words.quantity), width: 2, align: 'right' },
    { header: text(words.price), width: 2, align: 'right' },
    { header: text(words.excl), width: 1.6, align: 'right' },
    { header: text(words.rate), width: 1.2, align: 'right' },
    { header: text(words.tax), width: 1.4, align: 'right' },
  ],
  rows: lines.map((line) => ({
    cells: [
      line.goodsName,
      line.quantityDwh === null ? null : `${formatScaled(line.quantityDwh, ENERGY_SCALE)} ${line.unit ?? ''}`.trim(),
      priceText(line),
      amount(line.exclCents),
      rateText(line.rateE2),
      amount(line.taxCents),
    ],
  })),
});

const sumTable = (lines: readonly InvoiceLine[], { text, currency }: { readonly text: Speak; readonly currency: string }): PrintedTable => {
  const { totalCents, exclCents, taxCents } = sumsOf(lines);
  const sums: PrintedRow = {
    cells: [text(words.sum), amount(exclCents), amount(taxCents), { text: amountText(totalCents, currency), value: amount(totalCents).value }],
    isSum: true,
  };
  return {
    title: text(words.sums),
    columns: [
      { header: text(words.rate), width: 2 },
      { header: text(words.excl), width: 2, align: 'right' },
      { header: text(words.tax), width: 2, align: 'right' },
      { header: text(words.total), width: 2, align: 'right' },
    ],
    rows: [
      ...sumsByRate(lines).map((rate) => ({
        cells: [rateText(rate.rateE2), amount(rate.exclCents), amount(rate.taxCents), amount(rate.totalCents)],
      })),
      sums,
    ],
  };
};

const orderTable = (
  orders: readonly InvoicedOrder[],
  { text, day }: { readonly text: Speak; readonly day: (ms: number) => string },
): PrintedTable => ({
  title: text(words.orders),
  columns: [
    { header: text(words.order), width: 3 },
    { header: text(words.time), width: 1.6 },
    { header: text(words.station), width: 2.6 },
    { header: text(words.energy), width: 1.6, align: 'right' },
    { header: text(words.total), width: 1.4, align: 'right' },
  ],
  rows: orders.map(({ orderNo, chargedAt, stationName, energyDwh, amountCents }) => ({
    cells: [orderNo, day(chargedAt.getTime()), stationName, energy(energyDwh), amount(amountCents)],
  })),
});
