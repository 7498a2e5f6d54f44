import { code } from '../../../codec/number.ts';
import { rateStage, stopReason } from '../../codes.ts';
import { energyField, fromPile, gunNumberField, meterField, moneyField, orderNoField, plainReply, socField, timeField } from '../fields.ts';
import { listOf, record, whole } from '../kind.ts';

/** Two days of half hours. */
export const PERIODS_MAX = 96;

/** Sent when a charge has ended. The order record 9004 follows and is what bills the order. */
export const end = fromPile('end info', {
  orderNo: orderNoField(),
  gunNumber: gunNumberField(),
  stopTime: timeField(),
  stopMeter: meterField(),
  stopSoc: socField(),
  stopReason: whole(code(stopReason)),
  periodJson: listOf(
    record({
      start: timeField(),
      end: timeField(),
      stage: whole(code(rateStage)),
      energy: energyField(),
      elecAmount: moneyField(),
      srvAmount: moneyField(),
    }),
    { max: PERIODS_MAX },
  ),
});

export const endReply = plainReply('end info reply');
