import type { BillProblem, BillRows } from '../bill-rows.ts';
import type { BillLine } from '../payment.ts';
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

/** Columns are found by their names. Comment rows at the end state how many lines there are. */
class AlipayBillRows implements BillRows {
  #names: readonly string[] | undefined;
  #places: ReadonlyMap<string, number> = new Map();
  #count = 0;
  readonly #stated: number[] = [];

  take(text: string): BillLine | BillProblem | undefined {
    const row = text.trim();
    if (row === '') return undefined;
    if (row.startsWith('#')) {
      const stated = /^#(?:交易|退款)合计：(\d+)笔/u.exec(row)?.[1];
      if (stated !== undefined) this.#stated.push(Number(stated));
      return undefined;
    }
    return this.#names ? this.#takeLine(row, this.#names) : this.#takeHeader(row);
  }

  end(): BillProblem | undefined {
    if (!this.#names) return 'unreadable';
    return this.#stated.length === 2 && this.#stated.reduce((sum, count) => sum + count, 0) === this.#count ? undefined : 'sumsDiffer';
  }

  #takeHeader(row: string): BillProblem | undefined {
    this.#names = row.split(',').map((name) => name.trim());
    this.#places = new Map(this.#names.map((name, place) => [name, place]));
    return Object.values(COLUMNS).some((name) => !this.#places.has(name)) ? 'unreadable' : undefined;
  }

  #takeLine(row: string, names: readonly string[]): BillLine | BillProblem {
    const cells = row.split(',').map((cell) => cell.trim());
    // A goods name may contain commas; what comes after it is counted from the end.
    const surplus = cells.length - names.length;
    const cell = (column: Column): string => {
      const place = this.#places.get(COLUMNS[column]) ?? -1;
      return cells[place < GOODS_PLACE ? place : place + surplus] ?? '';
    };
    const line = surplus < 0 ? undefined : lineOf(cell);
    if (!line) return 'unreadable';
    this.#count += 1;
    return line;
  }
}

export const alipayBillRows = (): BillRows => new AlipayBillRows();

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
