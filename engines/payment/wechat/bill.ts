import { sha1Hex } from '../crypto.ts';
import type { Bill, BillLine } from '../payment.ts';
import { centsOfYuan, roundedCentsOfYuan } from '../yuan.ts';

/** The trade bill of a day: CSV whose cells begin with a backtick. */

const COLUMNS = {
  time: '交易时间',
  tradeNo: '微信订单号',
  payNo: '商户订单号',
  tradeRefundNo: '微信退款单号',
  refundNo: '商户退款单号',
  amount: '订单金额',
  refund: '申请退款金额',
  fee: '手续费',
} as const;
type Column = keyof typeof COLUMNS;
const SUM_COUNT = '总交易单数';

/** Why a bill is not taken. */
export type BillProblem = 'wrongHash' | 'unreadable' | 'sumsDiffer';

/** The SHA-1 that WeChat Pay names is that of the text before it was compressed. */
export const hasHash = (text: Uint8Array, hash: string): boolean => sha1Hex(text) === hash.toLowerCase();

/** Cells may contain commas, so a line is divided where a comma and a backtick stand. */
const cellsOf = (line: string): readonly string[] => line.replace(/^`/, '').split(',`');

/** The lines of a bill, whose numbers must add up to its own last line. Columns are found by their names. */
export const readBill = (text: string): Bill | BillProblem => {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const [header = ''] = rows;
  const sumAt = rows.findIndex((line) => line.startsWith(SUM_COUNT));
  const names = header.split(',');
  const places = new Map(names.map((name, place) => [name.trim(), place]));
  if (sumAt < 1 || Object.values(COLUMNS).some((name) => !places.has(name))) return 'unreadable';
  const lines: BillLine[] = [];
  for (const row of rows.slice(1, sumAt)) {
    const cells = cellsOf(row);
    const line = lineOf((column) => cells[places.get(COLUMNS[column]) ?? -1]?.trim() ?? '');
    if (!line || cells.length !== names.length) return 'unreadable';
    lines.push(line);
  }
  const sums = new Map((rows[sumAt] ?? '').split(',').map((name, place) => [name.trim(), cellsOf(rows[sumAt + 1] ?? '')[place]?.trim() ?? '']));
  return addsUp(lines, sums) ? { lines } : 'sumsDiffer';
};

const lineOf = (cell: (column: Column) => string): BillLine | undefined => {
  const refundNo = cell('refundNo');
  const isRefund = refundNo !== '' && refundNo !== '0';
  const amountCents = centsOfYuan(cell(isRefund ? 'refund' : 'amount'));
  const feeCents = roundedCentsOfYuan(cell('fee'));
  if (amountCents === undefined || amountCents < 0n || feeCents === undefined || cell('payNo') === '') return undefined;
  return {
    kind: isRefund ? 'refund' : 'payment',
    payNo: cell('payNo'),
    tradeNo: cell('tradeNo'),
    refundNo: isRefund ? refundNo : undefined,
    tradeRefundNo: isRefund ? cell('tradeRefundNo') : undefined,
    amountCents,
    feeCents,
    time: cell('time'),
  };
};

const addsUp = (lines: readonly BillLine[], sums: ReadonlyMap<string, string>): boolean => {
  const sum = (kind: BillLine['kind']): bigint => lines.reduce((total, line) => (line.kind === kind ? total + line.amountCents : total), 0n);
  return (
    Number(sums.get(SUM_COUNT)) === lines.length &&
    centsOfYuan(sums.get('订单总金额') ?? '') === sum('payment') &&
    centsOfYuan(sums.get('申请退款总金额') ?? '') === sum('refund')
  );
};
