import { sql } from 'kysely';
import { commandFailureCode, exceptionType, integrityCode } from '#engines/alarm/codes.ts';
import type { ExceptionType } from '#engines/alarm/codes.ts';
import { orderState } from '#engines/order/codes.ts';
import type { OrderFact } from '#engines/order/facts.ts';
import type { FlagReason } from '#engines/order/flags.ts';
import { factsOf } from '#engines/order/merge.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import { openFlags } from '#engines/order/view/flags.ts';
import type { OrderView } from '#engines/order/view.ts';
import { isFailedStart } from '#engines/protocol/codes.ts';
import { isFaultStop } from '#engines/protocol/stop-reasons.ts';
import { subjectOf } from '#domains/device/server.ts';
import { reportConditions, reportExceptionEvent } from '#domains/system/server.ts';
import type { OrderWork } from './order-work.server.ts';
import type { StoredOrder } from './stored-order.server.ts';

/**
 * Reports a start that failed, and a charge that a fault ended, when an order hears of it for the first time; and whether the gun has ended charges
 * whose records do not come.
 */
export const reportOutcome = async (
  work: OrderWork,
  row: StoredOrder,
  { before, added, view }: { readonly before: OrderFacts; readonly added: readonly OrderFact[]; readonly view: OrderView },
): Promise<void> => {
  if (added.length === 0) return;
  await reportEndMissing(work, row, { wasMissing: isEndMissing(openFlags(before)), isMissing: isEndMissing(view.openFlags) });
  if (added.some(({ kind }) => kind === 'endRecord' || kind === 'manualEnd')) await endStopFailure(work, row);
  for (const event of outcomesOf(before, added))
    await reportExceptionEvent(work.tx, subjectOf(row), {
      event: { ...event, gunNumber: row.gunNumber, detail: row.orderNo },
      times: { atMs: work.nowMs, nowMs: work.nowMs },
    });
};

const isEndMissing = (flags: readonly FlagReason[]): boolean => flags.includes('endMissing');

/** A gun may have several such orders; the condition lasts until the last of them has its end. */
const reportEndMissing = async (
  { tx, nowMs }: OrderWork,
  row: StoredOrder,
  { wasMissing, isMissing }: { readonly wasMissing: boolean; readonly isMissing: boolean },
): Promise<void> => {
  if (wasMissing === isMissing) return;
  const { rows } = await sql<{ orderNo: string }>`select charging_order_no as order_no from charging_order where cp_code = ${row.cpCode}
    and gun_number = ${row.gunNumber} and order_state = ${sql.lit(orderState.abnormal)} and abnormal_reason = 'endMissing' limit 1`.execute(tx);
  const condition = {
    exceptionType: exceptionType.integrity,
    exceptionCode: integrityCode.endMissing,
    gunNumber: row.gunNumber,
    isPresent: rows.length > 0,
    detail: row.orderNo,
  };
  await reportConditions(tx, [{ subject: subjectOf(row), condition }], { atMs: nowMs, nowMs });
};

/** A charge that is over needs no stop any more. */
const endStopFailure = async ({ tx, nowMs }: OrderWork, row: StoredOrder): Promise<void> => {
  const { gunNumber } = row;
  const condition = { exceptionType: exceptionType.command, exceptionCode: commandFailureCode.stop, gunNumber, isPresent: false };
  await reportConditions(tx, [{ subject: subjectOf(row), condition }], { atMs: nowMs, nowMs });
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
