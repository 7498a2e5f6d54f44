import { halfUp } from '#engines/money/round.ts';
import { judgeChineseTaxCode } from '#engines/invoice/tax-code.ts';
import { integerAt, textAt, valueAt } from '#engines/payment/read.ts';

/** The books of the stand-in invoice service: what it was asked for, by the rules of a tax office. */

export interface StandInLine {
  readonly goodsName: string;
  readonly goodsCode: string;
  readonly unit: string;
  readonly quantityDwh: bigint | null;
  readonly rateE2: number;
  readonly totalCents: bigint;
  readonly exclCents: bigint;
  readonly taxCents: bigint;
}

export interface StandInInvoice {
  readonly serialNo: string;
  readonly sellerTaxNumber: string;
  readonly sellerName: string;
  readonly title: string;
  readonly taxCode: string;
  readonly isSpecial: boolean;
  readonly drawer: string;
  readonly payee: string;
  readonly remark: string;
  readonly totalCents: bigint;
  readonly lines: readonly StandInLine[];
  readonly callbackUrl: string;
  readonly askedMs: number;
  status: 'ACCEPTED' | 'ISSUING' | 'ISSUED' | 'FAILED';
  invoiceNo: string | undefined;
  issuedMs: number | undefined;
  reason: string | undefined;
  readonly reds: StandInRed[];
}

export interface StandInRed {
  readonly redSerialNo: string;
  readonly reason: string;
  readonly callbackUrl: string;
  readonly askedMs: number;
  status: 'ACCEPTED' | 'ISSUING' | 'AWAITING_BUYER' | 'ISSUED' | 'REFUSED';
  redInvoiceNo: string | undefined;
  issuedMs: number | undefined;
  refusal: string | undefined;
}

export type InvoiceRefusalCode =
  | 'SELLER_OFFLINE'
  | 'BAD_TITLE'
  | 'BAD_AMOUNT'
  | 'OTHER_CONTENT'
  | 'NOT_FOUND'
  | 'NOT_ISSUED'
  | 'RED_EXISTS'
  | 'NO_QUOTA';

const TAX_TOLERANCE_CENTS = 6n;
const QUOTA_CENTS = 100_000_000n;
/** Year, region 99, channel, and 15 digits. */
const NUMBER_DIGITS = 15;

export class InvoiceBooks {
  readonly #invoices = new Map<string, StandInInvoice>();
  readonly #startedMs = Date.now();
  #count = 0;
  /** The session at the tax office has ended. */
  isOffline = false;
  /** How long the tax office works on an invoice. */
  delayMs = 0;
  /** Why the next invoices fail. */
  readonly failures: string[] = [];
  /** The buyer has booked its invoices, and has to agree to red ones. */
  buyerDecides = false;

  get invoices(): readonly StandInInvoice[] {
    return [...this.#invoices.values()];
  }

  find(serialNo: string): StandInInvoice | undefined {
    return this.#invoices.get(serialNo);
  }

  findRed(redSerialNo: string): { readonly invoice: StandInInvoice; readonly red: StandInRed } | undefined {
    for (const invoice of this.#invoices.values()) {
      const red = invoice.reds.find((one) => one.redSerialNo === redSerialNo);
      if (red) return { invoice, red };
    }
    return undefined;
  }

  get quotaCents(): bigint {
    return this.invoices.reduce((left, { status, totalCents }) => (status === 'ISSUED' ? left - totalCents : left), QUOTA_CENTS);
  }

  /** The same number again is the same invoice; another content under it is refused. One that has failed is worked on again. */
  apply(content: unknown, atMs: number): StandInInvoice | InvoiceRefusalCode {
    if (this.isOffline) return 'SELLER_OFFLINE';
    const asked = invoiceIn(content, atMs);
    if (typeof asked === 'string') return asked;
    const known = this.#invoices.get(asked.serialNo);
    if (known && (known.totalCents !== asked.totalCents || known.title !== asked.title)) return 'OTHER_CONTENT';
    if (known && known.status !== 'FAILED') return known;
    if (asked.totalCents > this.quotaCents) return 'NO_QUOTA';
    this.#invoices.set(asked.serialNo, asked);
    return asked;
  }

  /** The tax office has done its work. */
  settle(invoice: StandInInvoice, atMs: number): boolean {
    if (invoice.status === 'ISSUED' || invoice.status === 'FAILED') return false;
    invoice.reason = this.failures.shift();
    invoice.status = invoice.reason === undefined ? 'ISSUED' : 'FAILED';
    if (invoice.status === 'ISSUED') {
      invoice.invoiceNo = this.#number(atMs);
      invoice.issuedMs = atMs;
    }
    return true;
  }

  applyRed(content: unknown, atMs: number): StandInRed | InvoiceRefusalCode {
    if (this.isOffline) return 'SELLER_OFFLINE';
    const invoice = this.#invoices.get(textAt(content, 'serialNo') ?? '');
    const redSerialNo = textAt(content, 'redSerialNo');
    if (!invoice || redSerialNo === undefined) return 'NOT_FOUND';
    const known = invoice.reds.find((one) => one.redSerialNo === redSerialNo);
    if (known) return known;
    if (invoice.status !== 'ISSUED') return 'NOT_ISSUED';
    if (invoice.reds.some(({ status }) => status !== 'REFUSED')) return 'RED_EXISTS';
    const red: StandInRed = {
      redSerialNo,
      reason: textAt(content, 'reason') ?? '',
      callbackUrl: textAt(content, 'callbackUrl') ?? '',
      askedMs: atMs,
      status: this.buyerDecides ? 'AWAITING_BUYER' : 'ACCEPTED',
      redInvoiceNo: undefined,
      issuedMs: undefined,
      refusal: undefined,
    };
    invoice.reds.push(red);
    return red;
  }

  /** The red invoice exists, or the buyer has refused it. */
  settleRed(red: StandInRed, { atMs, refusal }: { readonly atMs: number; readonly refusal?: string }): boolean {
    if (red.status === 'ISSUED' || red.status === 'REFUSED') return false;
    red.status = refusal === undefined ? 'ISSUED' : 'REFUSED';
    red.refusal = refusal;
    if (refusal === undefined) {
      red.redInvoiceNo = this.#number(atMs);
      red.issuedMs = atMs;
    }
    return true;
  }

  #number(atMs: number): string {
    this.#count += 1;
    return `${String(new Date(atMs).getUTCFullYear()).slice(2)}999${String(this.#startedMs + this.#count).padStart(NUMBER_DIGITS, '0')}`;
  }
}

const linesIn = (content: unknown): readonly StandInLine[] => {
  const lines = valueAt(content, 'lines');
  return (Array.isArray(lines) ? lines : []).map((line: unknown) => ({
    goodsName: textAt(line, 'goodsName') ?? '',
    goodsCode: textAt(line, 'goodsCode') ?? '',
    unit: textAt(line, 'unit') ?? '',
    quantityDwh: integerAt(line, 'quantityDwh') ?? null,
    rateE2: Number(integerAt(line, 'rateE2') ?? -1n),
    totalCents: integerAt(line, 'totalCents') ?? 0n,
    exclCents: integerAt(line, 'exclCents') ?? 0n,
    taxCents: integerAt(line, 'taxCents') ?? 0n,
  }));
};

const ENTERPRISE = 2n;
const SPECIAL = 2n;

/** The invoice, checked as a tax office checks it. */
const invoiceIn = (content: unknown, askedMs: number): StandInInvoice | InvoiceRefusalCode => {
  const [serialNo, title, taxCode] = [textAt(content, 'serialNo'), textAt(content, 'title'), textAt(content, 'taxCode') ?? ''];
  const [totalCents, lines] = [integerAt(content, 'totalCents') ?? 0n, linesIn(content)];
  if (serialNo === undefined || !/^[0-9A-Z]{6,32}$/u.test(serialNo) || title === undefined) return 'BAD_TITLE';
  const isCompany = integerAt(content, 'titleType') === ENTERPRISE;
  if (isCompany && judgeChineseTaxCode(taxCode) === 'wrong') return 'BAD_TITLE';
  const isSound = lines.every(({ rateE2, totalCents: total, exclCents, taxCents }) => {
    const off = taxCents - halfUp(exclCents * BigInt(rateE2), 10_000n);
    return rateE2 >= 0 && total === exclCents + taxCents && off <= TAX_TOLERANCE_CENTS && off >= -TAX_TOLERANCE_CENTS;
  });
  const sum = lines.reduce((cents, line) => cents + line.totalCents, 0n);
  if (lines.length === 0 || !isSound || sum !== totalCents || totalCents <= 0n) return 'BAD_AMOUNT';
  return {
    serialNo,
    title,
    taxCode,
    isSpecial: integerAt(content, 'invoiceType') === SPECIAL,
    sellerTaxNumber: textAt(content, 'sellerTaxNumber') ?? '',
    sellerName: textAt(content, 'sellerName') ?? '',
    drawer: textAt(content, 'drawer') ?? '',
    payee: textAt(content, 'payee') ?? '',
    remark: textAt(content, 'remark') ?? '',
    totalCents,
    lines,
    callbackUrl: textAt(content, 'callbackUrl') ?? '',
    askedMs,
    status: 'ACCEPTED',
    invoiceNo: undefined,
    issuedMs: undefined,
    reason: undefined,
    reds: [],
  };
};
