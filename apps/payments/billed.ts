import type { StandInPayment } from './books.ts';
import type { BillFault } from './misbehaviour.ts';

const OTHER_CENTS = 1;

/** The payments of a bill as the faults leave them: the n-th fault is that of the n-th payment. */
export const billedPayments = (payments: readonly StandInPayment[], faults: readonly BillFault[]): readonly StandInPayment[] =>
  payments.flatMap((payment, place): readonly StandInPayment[] => {
    const fault = faults[place];
    if (fault === undefined) return [payment];
    switch (fault) {
      case 'lost':
        return [];
      case 'doubled':
        return [payment, payment];
      case 'added':
        return [payment, { ...payment, payNo: `STRANGER${payment.payNo}`, tradeNo: `${payment.tradeNo}9` }];
      case 'changed':
        return [{ ...payment, amountCents: payment.amountCents + OTHER_CENTS }];
    }
  });
