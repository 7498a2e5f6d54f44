import type { BodyOf } from '#engines/protocol/native/messages.ts';
import { slotsOf, stagesOf } from './plan.ts';
import type { PlannedOrder } from './plan.ts';

/** An order record without its check code. */
export type RecordBody = Omit<BodyOf<'0015'>, 'checkCode'>;

export type OrderSummary = Pick<RecordBody, 'chargingOrderNo' | 'account' | 'startTime' | 'startMeter' | 'orderType' | 'startSource'>;

/** The record of an order by a pile that does not price it. */
export const recordOf = (plan: PlannedOrder, summary: OrderSummary): RecordBody => {
  const slots = slotsOf(summary.startTime, plan);
  const [elecTip, elecPeak, elecFlat, elecValley] = stagesOf(slots);
  return {
    ...summary,
    gunNumber: 1,
    accountType: 1,
    vin: '',
    stopTime: summary.startTime + plan.durationS,
    startSoc: 40,
    stopSoc: 80,
    stopMeter: summary.startMeter + plan.energyDwh,
    chargingElec: plan.energyDwh,
    elecTip,
    elecPeak,
    elecFlat,
    elecValley,
    slots: [...slots],
    elecAmount: 0,
    srvAmount: 0,
    other1Amount: 0,
    other2Amount: 0,
    orderAmount: 0,
    stopReason: 1,
    rateRuleNo: 'RRBENCH',
  };
};
