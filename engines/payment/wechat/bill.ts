import { readRows } from '../bill-rows.ts';
import type { BillProblem, BillRows } from '../bill-rows.ts';
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

/** Cells may contain commas, so a line is divided where a comma and a backtick stand. */
const cellsOf = (line: string): readonly string[] => line.replace(/^`/, '').split(',`');

type Places = ReadonlyMap<string, number>;

/** Columns are found by their names. The last row but one names the sums. */
class WechatBillRows implements BillRows {
  #places: Places | undefined;
  #width = 0;
  #sumNames: readonly string[] | undefined;
  #sums: ReadonlyMap<string, string> | undefined;
  #count = 0;
  readonly #totals = { payment: 0n, refund: 0n };

  take(text: string): BillLine | BillProblem | undefined {
    const row = this.#places ? text : text.replace(/^\uFEFF/, '');
    if (row.trim() === '' || this.#sums) return undefined;
    if (!this.#places) return this.#takeHeader(row);
    if (this.#sumNames) {
      const cells = cellsOf(row);
      this.#sums = new Map(this.#sumNames.map((name, place) => [name, cells[place]?.trim() ?? '']));
      return undefined;
    }
    if (row.startsWith(SUM_COUNT)) {
      this.#sumNames = row.split(',').map((name) => name.trim());
      return undefined;
    }
    return this.#takeLine(row, this.#places);
  }

  end(): BillProblem | undefined {
    if (!this.#places || !this.#sumNames) return 'unreadable';
    const isWhole =
      Number(this.#sums?.get(SUM_COUNT)) === this.#count &&
      centsOfYuan(this.#sums?.get('订单总金额') ?? '') === this.#totals.payment &&
      centsOfYuan(this.#sums?.get('申请退款总金额') ?? '') === this.#totals.refund;
    return isWhole ? undefined : 'sumsDiffer';
  }

  #takeHeader(row: string): BillProblem | undefined {
    const names = row.split(',');
    this.#places = new Map(names.map((name, place) => [name.trim(), place]));
    this.#width = names.length;
    return Object.values(COLUMNS).some((name) => !this.#places?.has(name)) ? 'unreadable' : undefined;
  }

  #takeLine(row: string, places: Places): BillLine | BillProblem {
    const cells = cellsOf(row);
    const line = lineOf((column) => cells[places.get(COLUMNS[column]) ?? -1]?.trim() ?? '');
    if (!line || cells.length !== this.#width) return 'unreadable';
    this.#count += 1;
    this.#totals[line.kind] += line.amountCents;
    return line;
  }
}

export const wechatBillRows = (): BillRows => new WechatBillRows();

/** The lines of a bill, whose numbers must add up to its own last line. */
export const readBill = (text: string): Bill | BillProblem => readRows(wechatBillRows(), text);

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
