import { brief } from '../../../codec/kind.ts';
import { code, u } from '../../../codec/number.ts';
import { accountType, chargingStrategyType, startResult as startResults, startResultReply as replies, startSource } from '../../codes.ts';
import { accountField, fromPile, fromPlatform, gunNumberField, meterField, orderNoField, socField, timeField, vinField } from '../fields.ts';
import { decimal, whole } from '../kind.ts';

export const start = fromPile('start info', {
  orderNo: orderNoField(),
  gunNumber: gunNumberField(),
  startTime: timeField(),
  startMeter: meterField(),
  startSoc: socField(),
  startSource: whole(code(startSource)),
  accountType: whole(code(accountType)),
  account: accountField(),
  vin: vinField(),
  strategyType: whole(code(chargingStrategyType)),
  strategyVal: decimal(u(4, { scale: 2 })),
  result: whole(brief(code(startResults))),
});

/** The results of a typed start result. */
export const startReply = fromPlatform('start info reply', { result: whole(brief(code(replies))) });
