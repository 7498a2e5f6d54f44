import { arr } from '../../codec/composite.ts';
import { brief } from '../../codec/kind.ts';
import { code, u } from '../../codec/number.ts';
import { billMode, rateStage } from '../codes.ts';
import { command } from './command.ts';
import { amountE4, rateRuleNo } from '../units.ts';

export const rateRule = command('rate rule', {
  rateRuleNo: brief(rateRuleNo()),
  month: brief(u(1)),
  slotStages: arr(48, code(rateStage)),
  /** By stage tip, peak, flat, valley; within each stage electricity, service, other1, other2 per kWh. */
  stagePrices: arr(4, arr(4, amountE4())),
  billMode: code(billMode),
});
