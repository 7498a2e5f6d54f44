import type { ProviderKind } from '#engines/payment/payment.ts';

/** The books of the stand-in provider: its payments and refunds, by the rules that all three providers have in common. */

export interface StandInPayment {
  readonly provider: ProviderKind;
  readonly payNo: string;
  readonly tradeNo: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly subject: string;
  readonly notifyUrl: string;
  readonly expiresMs: number;
  state: 'open' | 'paid' | 'closed';
  paidMs: number | undefined;
  readonly refunds: StandInRefund[];
}

export interface StandInRefund {
  readonly refundNo: string;
  readonly tradeRefundNo: string;
  readonly amountCents: number;
  readonly notifyUrl: string;
  state: 'processing' | 'succeeded' | 'closed' | 'abnormal';
  readonly askedMs: number;
  doneMs: number | undefined;
  /** Where the money went, if not to where it came from. */
  receivedBy?: string;
}

export type Refusal = 'exists' | 'absent' | 'paid' | 'closed' | 'notPaid' | 'tooMuch' | 'otherAmount' | 'notEnough' | 'tooManyRefunds';

export type NewStandInPayment = Pick<StandInPayment, 'provider' | 'payNo' | 'amountCents' | 'currency' | 'subject' | 'notifyUrl' | 'expiresMs'>;

const REFUNDS_MAX = 50;

/** All amounts are cents of the currency of the payment. */
export class Books {
  readonly #payments = new Map<string, StandInPayment>();
  /** A part of its numbers, because a provider never uses one twice, and these books begin anew with each start. */
  readonly #startedMs = Date.now();
  #count = 0;
  /** When it is true, the merchant's balance is too low for refunds. */
  isBroke = false;
  /** What becomes of the next refunds; the ordinary end is success at once. */
  readonly refundFates: ('slow' | 'abnormal' | 'closed')[] = [];

  get payments(): readonly StandInPayment[] {
    return [...this.#payments.values()];
  }

  find(provider: ProviderKind, payNo: string): StandInPayment | undefined {
    return this.#payments.get(`${provider} ${payNo}`);
  }

  /** The same order again is the same payment; another amount under its number is refused. */
  create(order: NewStandInPayment): StandInPayment | Refusal {
    const known = this.find(order.provider, order.payNo);
    if (known) {
      if (known.state === 'paid') return 'paid';
      if (known.state === 'closed') return 'closed';
      return known.amountCents === order.amountCents ? known : 'exists';
    }
    const payment: StandInPayment = { ...order, tradeNo: this.#number('42'), state: 'open', paidMs: undefined, refunds: [] };
    this.#payments.set(`${order.provider} ${order.payNo}`, payment);
    return payment;
  }

  /** The payer pays. What is closed cannot be paid, unless `isLate`: the payer was faster than the closing. */
  pay(payment: StandInPayment, { atMs, isLate = false }: { readonly atMs: number; readonly isLate?: boolean }): boolean {
    if (payment.state === 'paid' || (payment.state === 'closed' && !isLate)) return false;
    payment.state = 'paid';
    payment.paidMs = atMs;
    return true;
  }

  close(payment: StandInPayment): Refusal | undefined {
    if (payment.state === 'paid') return 'paid';
    payment.state = 'closed';
    return undefined;
  }

  /** The same number again is the same refund. */
  refund(payment: StandInPayment, asked: Pick<StandInRefund, 'refundNo' | 'amountCents' | 'notifyUrl' | 'askedMs'>): StandInRefund | Refusal {
    const known = payment.refunds.find(({ refundNo }) => refundNo === asked.refundNo);
    if (known) return known.amountCents === asked.amountCents ? known : 'otherAmount';
    if (payment.state !== 'paid') return 'notPaid';
    if (asked.amountCents <= 0 || asked.amountCents > payment.amountCents - refundedCents(payment)) return 'tooMuch';
    if (payment.refunds.length >= REFUNDS_MAX) return 'tooManyRefunds';
    if (this.isBroke) return 'notEnough';
    const fate = this.refundFates.shift();
    const refund: StandInRefund = {
      ...asked,
      tradeRefundNo: this.#number('50'),
      state: fate === undefined ? 'succeeded' : fate === 'slow' ? 'processing' : fate,
      doneMs: fate === undefined ? asked.askedMs : undefined,
    };
    payment.refunds.push(refund);
    return refund;
  }

  /** A slow or abnormal refund ends well. */
  complete(refund: StandInRefund, atMs: number): boolean {
    if (refund.state === 'succeeded' || refund.state === 'closed') return false;
    refund.state = 'succeeded';
    refund.doneMs = atMs;
    return true;
  }

  /** An abnormal refund is paid to another place; its fate is that of the next refund. False for one that is not abnormal. */
  mend(refund: StandInRefund, { receivedBy, atMs }: { readonly receivedBy: string; readonly atMs: number }): boolean {
    if (refund.state !== 'abnormal') return false;
    const fate = this.refundFates.shift();
    refund.receivedBy = receivedBy;
    refund.state = fate === undefined ? 'succeeded' : fate === 'slow' ? 'processing' : fate;
    refund.doneMs = fate === undefined ? atMs : undefined;
    return true;
  }

  /** What the merchant has received and not given back. */
  get balanceCents(): number {
    return this.payments.reduce((sum, payment) => sum + (payment.state === 'paid' ? payment.amountCents - succeededCents(payment) : 0), 0);
  }

  #number(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#startedMs}${String(this.#count).padStart(7, '0')}`;
  }
}

/** Refunds that have ended well or still may. */
export const refundedCents = ({ refunds }: StandInPayment): number =>
  refunds.reduce((sum, { state, amountCents }) => sum + (state === 'closed' ? 0 : amountCents), 0);
const succeededCents = ({ refunds }: StandInPayment): number =>
  refunds.reduce((sum, { state, amountCents }) => sum + (state === 'succeeded' ? amountCents : 0), 0);
