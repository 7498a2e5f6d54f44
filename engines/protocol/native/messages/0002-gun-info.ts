import { brief } from '../../codec/kind.ts';
import { code, u } from '../../codec/number.ts';
import { gunFaultType, gunStatusInfo, gunWorkStat, noYes, stopReason } from '../codes.ts';
import { fromPile, plainReply } from './message.ts';
import { celsius, gunNumber, kilowatt, orderNo } from '../units.ts';

export const gunInfo = fromPile('gun info', {
  gunNumber: gunNumber(),
  gunWorkStat: brief(code(gunWorkStat)),
  gunStopType: code(stopReason),
  gunFaultType: code(gunFaultType),
  gunStatusInfo: code(gunStatusInfo),
  gunDcPositiveTemp: celsius(),
  gunDcNegativeTemp: celsius(),
  cpVoltage: u(2, { scale: 2, unit: 'V' }),
  insulationVal: u(2, { unit: 'kOhm' }),
  onlineGunMaxPower: kilowatt(),
  chargingOrderNo: orderNo(),
  plugged: code(noYes),
  homed: code(noYes),
  locked: code(noYes),
});

export const gunInfoReply = plainReply('gun info reply');
