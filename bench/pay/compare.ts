import type pg from 'pg';
import type { StandInPayment } from '#apps/payments/books.ts';
import { prove } from '#domains/money/server.ts';
import { inSystem, openDatabase } from '#kit/db/index.ts';
import { testAddress } from '#kit/test/template.ts';

interface OwnPayment {
  readonly no: string;
  readonly received: string;
  readonly refunded: string;
  readonly waits: boolean;
  readonly consumed: string | null;
}

export interface Comparison {
  readonly paid: number;
  readonly receivedCents: number;
  readonly refundedCents: number;
  /** What has not ended yet, by the numbers of the payments. */
  readonly waiting: readonly string[];
  /** Payments of which we say something else than the provider, by their numbers. */
  readonly differences: readonly string[];
}

/** The payments of the platform beside those of the provider: what was received, what went back, and that the rest is what the charge cost. */
export const compare = async (sql: pg.Pool, payments: readonly StandInPayment[]): Promise<Comparison> => {
  const { rows } = await sql.query<OwnPayment>(
    `select p.bill_id as no, coalesce(p.actual_pay_amount, 0)::text as received, p.refund_amount::text as refunded, o.billing_amount::text as consumed,
      p.pay_state in (1, 3) and (coalesce(o.order_state, 4) not in (4, 5) or p.refund_stat = 1 or p.refund_amount <> p.actual_pay_amount - coalesce(o.billing_amount, 0)) as waits
     from prepaid_order p left join charging_order o on o.charging_order_id = p.charging_order_id`,
  );
  const own = new Map(rows.map((row) => [row.no, row]));
  const paid = payments.filter(({ paidMs }) => paidMs !== undefined);
  const refundedOf = ({ refunds }: StandInPayment): number =>
    refunds.reduce((sum, one) => sum + (one.state === 'succeeded' ? one.amountCents : 0), 0);
  const differences = payments.flatMap((payment) => {
    const row = own.get(payment.payNo);
    const theirs = [payment.paidMs === undefined ? 0 : payment.amountCents, refundedOf(payment)];
    const ours = [Number(row?.received ?? 0), Number(row?.refunded ?? 0)];
    return ours.join() === theirs.join()
      ? []
      : [`${payment.payNo}: received and refunded ${ours.join(' and ')}, the provider says ${theirs.join(' and ')}`];
  });
  const total = (of: (payment: StandInPayment) => number): number => paid.reduce((sum, payment) => sum + of(payment), 0);
  return {
    paid: paid.length,
    receivedCents: total(({ amountCents }) => amountCents),
    refundedCents: total(refundedOf),
    waiting: rows.filter(({ waits }) => waits).map(({ no }) => no),
    differences,
  };
};

/** The proofs of the books that are broken, by their names. */
export const brokenProofs = async (url: string): Promise<readonly string[]> => {
  const database = openDatabase({ url: await testAddress(url) });
  try {
    const findings = await inSystem(database, (tx) => prove(tx));
    return findings.filter(({ broken }) => Number(broken) > 0).map(({ invariant, subject }) => `${invariant}: ${subject ?? ''}`);
  } finally {
    await database.close();
  }
};
