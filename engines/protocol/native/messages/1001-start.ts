import { code, u } from '../../codec/number.ts';
import { brief } from '../../codec/kind.ts';
import { ascii } from '../../codec/text.ts';
import { chargingStrategyType } from '../codes.ts';
import { command } from './command.ts';
import { amountE2, gunNumber, orderNo, rateRuleNo, time } from '../units.ts';

export const start = command('start', {
  gunNumber: gunNumber(),
  chargingOrderNo: orderNo(),
  account: ascii(32),
  chargingStrategyType: code(chargingStrategyType),
  chargingStrategyVal: u(4, { scale: 2 }),
  balance: amountE2(),
  rateRuleNo: rateRuleNo(),
  /** A pile that receives the command later must not start. */
  deadline: brief(time()),
});
