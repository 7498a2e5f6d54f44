import { brief } from '../../codec/kind.ts';
import { code, u } from '../../codec/number.ts';
import { ascii } from '../../codec/text.ts';
import { chargingStrategyType, startRequestResult } from '../codes.ts';
import { fromPile, fromPlatform } from './message.ts';
import { accountFields, amountE2, gunNumber, orderNo, rateRuleNo, vin } from '../units.ts';

export const requestStart = fromPile('request start', {
  gunNumber: gunNumber(),
  ...accountFields,
  vin: vin(),
  chargingStrategyType: code(chargingStrategyType),
  chargingStrategyVal: u(4, { scale: 2 }),
  localOrderNo: ascii(32),
});

export const requestStartReply = fromPlatform('request start reply', {
  result: brief(code(startRequestResult)),
  chargingOrderNo: orderNo(),
  balance: amountE2(),
  rateRuleNo: rateRuleNo(),
  maxAmount: amountE2(),
});
