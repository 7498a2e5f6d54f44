import { brief } from '../../codec/kind.ts';
import { code } from '../../codec/number.ts';
import { startResult as startResults, startResultReply as replies, startSource } from '../codes.ts';
import { fromPile, fromPlatform } from './message.ts';
import { gunNumber, meter, orderNo, percent, time, vin } from '../units.ts';

export const startResult = fromPile('start result', {
  chargingOrderNo: orderNo(),
  gunNumber: gunNumber(),
  startResult: brief(code(startResults)),
  startSource: code(startSource),
  startTime: time(),
  startMeter: meter(),
  startSoc: percent(),
  vin: vin(),
});

export const startResultReply = fromPlatform('start result reply', { result: brief(code(replies)) });
