import { mainPartType } from '#domains/customer/resources.ts';
import { dayText, localDate, timeText } from '#engines/time/calendar.ts';
import { amountText } from '#kit/fields/amount-text.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { maskOf } from '#kit/fields/personal.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';
import type { PrintedDocument, PrintedNumber, PrintedRow, PrintedTable } from '#kit/resource/printed-document.ts';
import { journalKind } from '../wallet/wallet.codes.ts';
import { customerStatementLabels, documentWords } from './customer-statement.labels.ts';
import { partOf } from './figures.rules.ts';
import type { StatementBooking, StatementSums } from './figures.rules.ts';

/** What a statement says besides its figures. */
export interface StatementHead {
  readonly statementId: string;
  readonly month: string;
  readonly from: Date;
  readonly to: Date;
  readonly issuer: string;
  readonly custName: string;
  readonly custPhone: string;
  readonly currency: string;
  readonly zone: string;
  readonly language: Language;
  readonly madeAt: Date;
}

/** The PDF of a statement lists so many orders; the workbook lists all. */
const PDF_ORDERS_MAX = 2_000;
const MONEY_SCALE = 2;
const ENERGY_SCALE = 4;
const YEAR_LENGTH = '2026-'.length;

/** `2026年3月`. */
export const monthText = (month: string, language: Language): string => {
  const [year = '', part = ''] = month.split('-');
  return say(documentWords.monthOf, language, { year, month: String(Number(part)) });
};

const number = (value: bigint, scale: number): PrintedNumber => {
  const text = formatScaled(value, scale);
  return { text: text.replaceAll(/\B(?=(\d{3})+\.)/g, ','), value: Number(text) };
};

/** The statement as people read it. Its sums are those of `sums`, and its lines add up to them. */
export const statementDocument = (head: StatementHead, sums: StatementSums, bookings: readonly StatementBooking[]): PrintedDocument => {
  const { language, zone, currency, month, from, to } = head;
  const text = (words: Words, args: Readonly<Record<string, string | number>> = {}) => say(words, language, args);
  const orders = bookings.filter(isOrder);
  const lastDay = dayText(localDate(to.getTime() - 1, zone));
  return {
    issuer: head.issuer,
    title: text(documentWords.title),
    subtitle: `${monthText(month, language)} · ${head.custName}`,
    facts: [
      [text(documentWords.customer), head.custName],
      [text(documentWords.phone), maskOf('phone', head.custPhone)],
      [text(documentWords.period), `${dayText(localDate(from.getTime(), zone))} – ${lastDay}`],
      [text(documentWords.currency), currency],
      [text(documentWords.zone), zone],
      [text(documentWords.number), head.statementId],
      [text(documentWords.madeAt), timeText(head.madeAt.getTime(), zone)],
    ],
    tables: [
      summaryTable(sums, head),
      ...(orders.length > 0 ? [payerTable(orders, head), orderTable(orders, head)] : []),
      ...(orders.length < bookings.length
        ? [
            otherTable(
              bookings.filter((booking) => !isOrder(booking)),
              head,
            ),
          ]
        : []),
    ],
    notes: [...(bookings.length === 0 ? [text(documentWords.nothing)] : []), text(documentWords.note)],
    footer: `${head.issuer} · ${text(documentWords.footer)}`,
    madeAt: head.madeAt,
  };
};

const isOrder = ({ kind }: StatementBooking): boolean => partOf(kind) === 'consume';

const summaryTable = (sums: StatementSums, { language, currency }: StatementHead): PrintedTable => {
  const { fields } = customerStatementLabels;
  const line = (words: Words, cents: bigint, isSum = false): PrintedRow => ({
    cells: [say(words, language), { text: amountText(cents, currency), value: number(cents, MONEY_SCALE).value }],
    isSum,
  });
  return {
    title: say(documentWords.summary, language),
    columns: [
      { header: say(documentWords.item, language), width: 3 },
      { header: say(documentWords.amount, language), width: 1, align: 'right' },
    ],
    rows: [
      line(fields.openingMoney, sums.openingCents),
      line(fields.rechargeMoney, sums.rechargeCents),
      line(fields.consumeMoney, -sums.consumeCents),
      line(fields.refundMoney, sums.refundCents),
      line(fields.correctionMoney, sums.correctionCents),
      line(fields.closingMoney, sums.closingCents, true),
      ...(sums.owedCents === 0n ? [] : [line(documentWords.owedWithin, sums.owedCents)]),
    ],
  };
};

/** The number by which people know the payer; phone numbers in part. */
const payerNo = ({ mainPartType: kind, mainPartNo }: StatementBooking): string =>
  mainPartNo === null ? '' : kind === mainPartType.items.phoneUser.value ? maskOf('phone', mainPartNo) : mainPartNo;

const kindText = ({ mainPartType: kind }: StatementBooking, language: Language): string => {
  const item = itemOf(mainPartType, kind);
  return item ? say(item.words, language) : '';
};

interface PayerSum {
  readonly first: StatementBooking;
  orderCount: number;
  energy: bigint;
  cents: bigint;
}

const payerTable = (orders: readonly StatementBooking[], { language }: StatementHead): PrintedTable => {
  const payers = new Map<string, PayerSum>();
  for (const order of orders) {
    const key = `${order.mainPartType ?? ''} ${order.mainPartNo ?? ''}`;
    const sum = payers.get(key) ?? { first: order, orderCount: 0, energy: 0n, cents: 0n };
    sum.orderCount += 1;
    sum.energy += order.energy ?? 0n;
    sum.cents -= order.changeCents;
    payers.set(key, sum);
  }
  const rows = [...payers.values()].map(({ first, orderCount, energy, cents }) => ({
    cells: [kindText(first, language), payerNo(first), count(orderCount), number(energy, ENERGY_SCALE), number(cents, MONEY_SCALE)],
  }));
  return {
    title: say(documentWords.byPayer, language),
    columns: [
      { header: say(documentWords.kind, language), width: 2 },
      { header: say(documentWords.payer, language), width: 3 },
      { header: say(documentWords.orderCount, language), width: 1, align: 'right' },
      { header: say(documentWords.energy, language), width: 1.4, align: 'right' },
      { header: say(documentWords.amount, language), width: 1.4, align: 'right' },
    ],
    rows: [
      ...rows,
      {
        cells: [
          say(documentWords.total, language),
          '',
          count(orders.length),
          number(
            orders.reduce((sum, { energy }) => sum + (energy ?? 0n), 0n),
            ENERGY_SCALE,
          ),
          number(-total(orders), MONEY_SCALE),
        ],
        isSum: true,
      },
    ],
  };
};

const count = (value: number): PrintedNumber => ({ text: String(value), value });
const total = (bookings: readonly StatementBooking[]): bigint => bookings.reduce((sum, { changeCents }) => sum + changeCents, 0n);

const orderTable = (orders: readonly StatementBooking[], { language, zone }: StatementHead): PrintedTable => ({
  title: say(documentWords.orders, language),
  columns: [
    { header: say(documentWords.time, language), width: 1.35 },
    { header: say(documentWords.order, language), width: 2.75 },
    { header: say(documentWords.station, language), width: 2.3 },
    { header: say(documentWords.gun, language), width: 1.75 },
    { header: say(documentWords.payer, language), width: 2.2 },
    { header: say(documentWords.energy, language), width: 1.35, align: 'right' },
    { header: say(documentWords.listPrice, language), width: 1.15, align: 'right' },
    { header: say(documentWords.amount, language), width: 1.15, align: 'right' },
  ],
  rows: orders.map((order) => orderRow(order, { language, zone })),
  pdfRowsMax: PDF_ORDERS_MAX,
  more: say(documentWords.moreOrders, language, { shown: PDF_ORDERS_MAX, all: orders.length }),
});

const orderRow = (order: StatementBooking, { language, zone }: Pick<StatementHead, 'language' | 'zone'>): PrintedRow => {
  const amount = number(-order.changeCents, MONEY_SCALE);
  // The year is that of the month above.
  const time = timeText(order.postedAt.getTime(), zone).slice(YEAR_LENGTH);
  if (order.isOfOther) return { cells: [time, say(documentWords.otherHolder, language), '', '', '', null, null, amount] };
  const { cpCode, gunNumber, energy, orderCents } = order;
  return {
    cells: [
      time,
      order.chargingOrderNo ?? say(documentWords.bookingNo, language, { no: String(order.journalId) }),
      order.stationName ?? '',
      cpCode === null ? '' : `${cpCode}-${gunNumber ?? ''}`,
      payerNo(order),
      energy === null ? null : number(energy, ENERGY_SCALE),
      orderCents === null ? null : number(orderCents, MONEY_SCALE),
      amount,
    ],
  };
};

const otherTable = (bookings: readonly StatementBooking[], { language, zone }: StatementHead): PrintedTable => ({
  title: say(documentWords.others, language),
  columns: [
    { header: say(documentWords.time, language), width: 1.9 },
    { header: say(documentWords.kind, language), width: 2 },
    { header: say(documentWords.payer, language), width: 2.6 },
    { header: say(documentWords.subject, language), width: 3 },
    { header: say(documentWords.amount, language), width: 1.4, align: 'right' },
  ],
  rows: [
    ...bookings.map((booking) => ({ cells: otherCells(booking, { language, zone }) })),
    { cells: [say(documentWords.total, language), '', '', '', number(total(bookings), MONEY_SCALE)], isSum: true },
  ],
});

const otherCells = (booking: StatementBooking, { language, zone }: Pick<StatementHead, 'language' | 'zone'>): PrintedRow['cells'] => {
  const item = itemOf(journalKind, booking.kind);
  const voucher = say(documentWords.bookingNo, language, { no: String(booking.journalId) });
  return [
    timeText(booking.postedAt.getTime(), zone),
    item ? say(item.words, language) : booking.kind,
    booking.isOfOther ? '' : [kindText(booking, language), payerNo(booking)].filter(Boolean).join(' '),
    booking.isOfOther ? say(documentWords.otherHolder, language) : [booking.chargingOrderNo, voucher].filter(Boolean).join(' · '),
    number(booking.changeCents, MONEY_SCALE),
  ];
};
