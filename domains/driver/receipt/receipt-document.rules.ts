import { timeText } from '#engines/time/calendar.ts';
import { amountText } from '#kit/fields/amount-text.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';
import type { PrintedDocument, PrintedRow } from '#kit/resource/printed-document.ts';
import type { DriverBill, DriverBillLine } from '../driver-order/driver-order.ts';
import { receiptWords } from './receipt.labels.ts';

/** What a receipt says besides the bill. Instants are epoch milliseconds, meter readings 0.1 Wh. */
export interface ReceiptFacts {
  readonly issuer: string;
  readonly taxNo: string;
  readonly address: string;
  readonly taxPercent: number;
  readonly chargingOrderNo: string;
  readonly stationName: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly zone: string;
  readonly startMs: number;
  readonly stopMs: number;
  readonly startMeterDwh: number | null;
  readonly stopMeterDwh: number | null;
  readonly paidBy: Words;
  readonly language: Language;
  readonly madeAt: Date;
}

const KWH_DIGITS = 4;
const PRICE_DIGITS = 5;
const WH_PER_KWH = 1_000;
const MINUTE_MS = 60_000;

/** The tax that an amount includes, in minor units, half up. */
export const taxWithin = (totalCents: number, percent: number): number => Math.round((totalCents * percent) / (100 + percent));

export const receiptDocument = (facts: ReceiptFacts, bill: DriverBill): PrintedDocument => {
  const { language, zone } = facts;
  const text = (words: Words, args: Readonly<Record<string, string | number>> = {}) => say(words, language, args);
  const reading = (dwh: number | null): string => (dwh === null ? '–' : `${formatScaled(BigInt(dwh), KWH_DIGITS)} kWh`);
  const optional = (words: Words, value: string): readonly (readonly [string, string])[] => (value === '' ? [] : [[text(words), value]]);
  return {
    issuer: facts.issuer,
    title: text(receiptWords.title),
    subtitle: `${timeText(facts.startMs, zone)} · ${facts.stationName}`,
    facts: [
      [text(receiptWords.operator), facts.issuer],
      ...optional(receiptWords.taxNo, facts.taxNo),
      ...optional(receiptWords.address, facts.address),
      [text(receiptWords.order), bill.orderNo],
      [text(receiptWords.charge), facts.chargingOrderNo],
      [text(receiptWords.station), facts.stationName],
      [text(receiptWords.gun), `${facts.cpCode} · ${facts.gunNumber}`],
      [text(receiptWords.from), timeText(facts.startMs, zone)],
      [text(receiptWords.to), timeText(facts.stopMs, zone)],
      [text(receiptWords.zone), zone],
      [text(receiptWords.meterFrom), reading(facts.startMeterDwh)],
      [text(receiptWords.meterTo), reading(facts.stopMeterDwh)],
      [text(receiptWords.energy), `${(bill.energyWh / WH_PER_KWH).toFixed(KWH_DIGITS)} kWh`],
      [text(receiptWords.paidBy), text(facts.paidBy)],
    ],
    tables: [
      {
        title: text(receiptWords.prices),
        columns: [
          { header: text(receiptWords.fee), width: 2 },
          { header: text(receiptWords.time), width: 3 },
          { header: text(receiptWords.quantity), width: 2, align: 'right' },
          { header: text(receiptWords.price), width: 2, align: 'right' },
        ],
        rows: bill.lines.map((line) => priceRow(line, { language, zone, currency: bill.currency })),
      },
      {
        title: text(receiptWords.sums),
        columns: [
          { header: text(receiptWords.item), width: 3 },
          { header: text(receiptWords.amount), width: 1, align: 'right' },
        ],
        rows: sumRows(facts, bill),
      },
    ],
    notes: [text(receiptWords.notInvoice)],
    footer: `${facts.issuer} · ${text(receiptWords.footer)}`,
    madeAt: facts.madeAt,
  };
};

const feeWords: Readonly<Record<DriverBillLine['kind'], Words>> = {
  energy: receiptWords.feeEnergy,
  service: receiptWords.feeService,
  other1: receiptWords.feeOther,
  other2: receiptWords.feeOther,
};

interface LineStyle {
  readonly language: Language;
  readonly zone: string;
  readonly currency: string;
}

const priceRow = (line: DriverBillLine, { language, zone, currency }: LineStyle): PrintedRow => ({
  cells: [
    say(feeWords[line.kind], language),
    `${timeText(Date.parse(line.from), zone)} – ${timeText(Date.parse(line.to), zone).slice(-CLOCK_LENGTH)}`,
    line.per === 'kWh' ? `${(line.energyWh / WH_PER_KWH).toFixed(KWH_DIGITS)} kWh` : `${Math.round(line.durationMs / MINUTE_MS)} min`,
    `${formatScaled(BigInt(line.priceE5), PRICE_DIGITS)} ${currency}/${line.per === 'kWh' ? 'kWh' : 'h'}`,
  ],
});
const CLOCK_LENGTH = '14:05'.length;

const sumRows = ({ language, taxPercent }: ReceiptFacts, bill: DriverBill): readonly PrintedRow[] => {
  const row = (label: string, cents: number, isSum = false): PrintedRow => ({
    cells: [label, { text: amountText(BigInt(cents), bill.currency), value: cents / 100 }],
    isSum,
  });
  const { fees, discountCents, totalCents, paidCents } = bill;
  const shown = [
    [receiptWords.feeEnergy, fees.energyCents],
    [receiptWords.feeService, fees.serviceCents],
    [receiptWords.feeOther, fees.other1Cents + fees.other2Cents],
  ] as const;
  return [
    ...shown.filter(([, cents]) => cents !== 0).map(([words, cents]) => row(say(words, language), cents)),
    row(say(receiptWords.total, language), totalCents, true),
    ...(taxPercent > 0 ? [row(say(receiptWords.tax, language, { rate: taxPercent }), taxWithin(totalCents, taxPercent))] : []),
    // The fees above are what is left of them, so it is no part of the sum.
    ...(discountCents > 0 ? [row(say(receiptWords.discount, language), discountCents)] : []),
    ...(paidCents > 0 ? [row(say(receiptWords.paid, language), paidCents)] : []),
    ...bill.refunds.map(({ refundNo, amountCents }) => row(say(receiptWords.refund, language, { no: refundNo }), amountCents)),
  ];
};
