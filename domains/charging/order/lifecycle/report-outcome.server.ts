import { exceptionType } from '#engines/alarm/codes.ts';
import type { ExceptionType } from '#engines/alarm/codes.ts';
import type { OrderFact } from '#engines/order/facts.ts';
import { factsOf } from '#engines/order/merge.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import { isFailedStart } from '#engines/protocol/codes.ts';
import { isFaultStop } from '#engines/protocol/stop-reasons.ts';
import { subjectOf } from '#domains/device/server.ts';
import { reportExceptionEvent } from '#domains/system/server.ts';
import type { OrderWork } from './order-work.server.ts';
import type { StoredOrder } from './stored-order.server.ts';

/** Reports a start that failed, and a charge that a fault ended, when an order hears of it for the first time. */
export const reportOutcome = async (
  { tx, nowMs }: OrderWork,
  row: StoredOrder,
  { before, added }: { readonly before: OrderFacts; readonly added: readonly OrderFact[] },
): Promise<void> => {
  for (const event of outcomesOf(before, added))
    await reportExceptionEvent(tx, subjectOf(row), {
      event: { ...event, gunNumber: row.gunNumber, detail: row.orderNo },
      times: { atMs: nowMs, nowMs },
    });
};

interface Outcome {
  readonly exceptionType: ExceptionType;
  readonly exceptionCode: number;
}

const outcomesOf = (before: OrderFacts, added: readonly OrderFact[]): readonly Outcome[] =>
  added.flatMap((fact): readonly Outcome[] => {
    switch (fact.kind) {
      case 'startResult':
        return isFailedStart(fact.result) && factsOf(before, 'startResult').length === 0
          ? [{ exceptionType: exceptionType.startFailure, exceptionCode: fact.result }]
          : [];
      case 'endRecord':
        return isFaultStop(fact.stopReason) && factsOf(before, 'endRecord').length === 0
          ? [{ exceptionType: exceptionType.faultStop, exceptionCode: fact.stopReason }]
          : [];
      default:
        return [];
    }
  });
