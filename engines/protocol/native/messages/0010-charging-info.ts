import { brief } from '../../codec/kind.ts';
import { fromPile, plainReply } from './message.ts';
import { ampere, amountE4, celsius, energy, gunNumber, meter, minutes, orderNo, percent, time, volt } from '../units.ts';

export const chargingInfo = fromPile('charging info', {
  chargingOrderNo: orderNo(),
  gunNumber: gunNumber(),
  chargingVoltage: volt(),
  chargingCurrent: ampere(),
  chargingSoc: brief(percent()),
  bmsVoltage: volt(),
  bmsCurrent: ampere(),
  chargingElec: brief(energy()),
  chargingAmount: amountE4(),
  chargingRemainingMin: minutes(),
  meter: meter(),
  gunDcPositiveTemp: celsius(),
  gunDcNegativeTemp: celsius(),
  time: time(),
});

export const chargingInfoReply = plainReply('charging info reply');
