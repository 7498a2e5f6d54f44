import type { Bill, BillLine } from '../payment.ts';
import { centsOfYuan, roundedCentsOfYuan } from '../yuan.ts';

/** The trade bill of a day: CSV with comment lines that begin with `#`. The text was decoded from GBK. */

const COLUMNS = {
  tradeNo: '支付宝交易号',
  payNo: '商户订单号',
  kind: '业务类型',
  time: '完成时间',
  amount: '订单金额（元）',
  refundNo: '退款批次号/请求号',
  fee: '服务费（元）',
} as const;
type Column = keyof typeof COLUMNS;
const KINDS: Readonly<Record<string, BillLine['kind']>> = { 交易: 'payment', 退款: 'refund' };

/** The lines of a bill, whose number must be the one that the bill itself states. Columns are found by their names. */
export const readBill = (text: string): Bill | 'unreadable' | 'sumsDiffer' => {
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.trim())
    .filter((row) => row !== '');
  const table = rows.filter((row) => !row.startsWith('#'));
  const names = (table[0] ?? '').split(',').map((name) => name.trim());
  const places = new Map(names.map((name, place) => [name, place]));
  if (Object.values(COLUMNS).some((name) => !places.has(name))) return 'unreadable';
  const lines: BillLine[] = [];
  for (const row of table.slice(1)) {
    const cells = row.split(',').map((cell) => cell.trim());
    // A goods name may contain commas; what comes after it is counted from the end.
    const surplus = cells.length - names.length;
    const cell = (column: Column): string => {
      const place = places.get(COLUMNS[column]) ?? -1;
      return cells[place < GOODS_PLACE ? place : place + surplus] ?? '';
    };
    const line = surplus < 0 ? undefined : lineOf(cell);
    if (!line) return 'unreadable';
    lines.push(line);
  }
  return countsOf(rows) === lines.length ? { lines } : 'sumsDiffer';
};

/** The place of 商品名称, the name of the goods. */
const GOODS_PLACE = 3;

const lineOf = (cell: (column: Column) => string): BillLine | undefined => {
  const kind = KINDS[cell('kind')];
  const amountCents = centsOfYuan(cell('amount'));
  const feeCents = roundedCentsOfYuan(cell('fee') || '0');
  if (kind === undefined || amountCents === undefined || feeCents === undefined || cell('payNo') === '') return undefined;
  return {
    kind,
    payNo: cell('payNo'),
    tradeNo: cell('tradeNo'),
    refundNo: kind === 'refund' ? cell('refundNo') : undefined,
    tradeRefundNo: undefined,
    amountCents: amountCents < 0n ? -amountCents : amountCents,
    // The bill subtracts fees.
    feeCents: -feeCents,
    time: cell('time'),
  };
};

/** The numbers of payments and refunds as the comment lines at the end state them. */
const countsOf = (rows: readonly string[]): number | undefined => {
  const counts = rows.flatMap((row) => {
    const count = /^#(?:交易|退款)合计：(\d+)笔/u.exec(row)?.[1];
    return count === undefined ? [] : [Number(count)];
  });
  return counts.length === 2 ? counts.reduce((sum, count) => sum + count, 0) : undefined;
};
