import { arr } from '../../codec/composite.ts';
import { brief } from '../../codec/kind.ts';
import { code } from '../../codec/number.ts';
import { ascii, hex } from '../../codec/text.ts';
import { accountType, orderType, recordResult, startSource, stopReason } from '../codes.ts';
import { fromPile, fromPlatform } from './message.ts';
import { amountE4, energy, gunNumber, meter, orderNo, percent, rateRuleNo, time, vin } from '../units.ts';

export const order = fromPile('end-of-charging order', {
  chargingOrderNo: orderNo(),
  gunNumber: gunNumber(),
  orderType: code(orderType),
  startSource: code(startSource),
  accountType: code(accountType),
  account: ascii(32),
  vin: vin(),
  startTime: time(),
  stopTime: time(),
  startSoc: percent(),
  stopSoc: percent(),
  startMeter: meter(),
  stopMeter: meter(),
  chargingElec: brief(energy()),
  elecTip: energy(),
  elecPeak: energy(),
  elecFlat: energy(),
  elecValley: energy(),
  /** elec01 to elec48: half hours of the station's day. */
  slots: arr(48, energy()),
  elecAmount: amountE4(),
  srvAmount: amountE4(),
  other1Amount: amountE4(),
  other2Amount: amountE4(),
  orderAmount: brief(amountE4()),
  stopReason: code(stopReason),
  rateRuleNo: rateRuleNo(),
  checkCode: hex(8),
});

export const orderReply = fromPlatform('end-of-charging order reply', {
  chargingOrderNo: orderNo(),
  result: brief(code(recordResult)),
});
