import type { BodyOf } from '#engines/protocol/native/messages.ts';
import type { FalseReport } from '../pile/facts.ts';

type Order = Omit<BodyOf<'0015'>, 'checkCode'>;

/** The same record with one false value. `checkCodeWrong` is applied where the check code is made. */
export const falsify = (order: Order, falseReport: FalseReport): Order => {
  switch (falseReport) {
    case 'energyTooLarge': {
      const chargingElec = order.chargingElec + IMPOSSIBLE_DWH;
      return { ...order, chargingElec, stopMeter: order.stopMeter + IMPOSSIBLE_DWH, slots: addToFirstSlot(order.slots, IMPOSSIBLE_DWH) };
    }
    case 'slotsWrong':
      return { ...order, slots: addToFirstSlot(order.slots, 5_000) };
    case 'stopBeforeStart':
      return { ...order, stopTime: order.startTime - 60 };
    case 'meterBackwards':
      return { ...order, stopMeter: Math.max(0, order.startMeter - 1_000) };
    case 'amountWrong':
      return { ...order, elecAmount: order.elecAmount + 1_000_000, orderAmount: order.orderAmount + 1_000_000 };
    case 'otherOrder':
      return { ...order, chargingOrderNo: `${order.chargingOrderNo.slice(0, -4)}0000` };
    case 'checkCodeWrong':
      return order;
  }
};

/** 1 MWh, more than a pile can deliver in a session of minutes. */
const IMPOSSIBLE_DWH = 10_000_000;

const addToFirstSlot = (slots: readonly number[], dwh: number): readonly number[] => slots.map((slot, index) => (index === 0 ? slot + dwh : slot));
