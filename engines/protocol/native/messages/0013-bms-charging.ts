import { code, u } from '../../codec/number.ts';
import { bmsFlag, chargingMode, noYes } from '../codes.ts';
import { fromPile, plainReply } from './message.ts';
import { ampere, celsius, cellVolt, gunNumber, minutes, orderNo, percent, volt } from '../units.ts';

export const bmsCharging = fromPile('BMS charging', {
  chargingOrderNo: orderNo(),
  gunNumber: gunNumber(),
  demandVoltage: volt(),
  demandCurrent: ampere(),
  chargingMode: code(chargingMode),
  measuredVoltage: volt(),
  measuredCurrent: ampere(),
  cellMaxVoltage: cellVolt(),
  cellMaxGroup: u(1),
  soc: percent(),
  remainingMin: minutes(),
  maxTemp: celsius(),
  maxTempPoint: u(1),
  minTemp: celsius(),
  minTempPoint: u(1),
  cellVoltageFlag: code(bmsFlag),
  socFlag: code(bmsFlag),
  currentFlag: code(bmsFlag),
  tempFlag: code(bmsFlag),
  insulationFlag: code(bmsFlag),
  connectorFlag: code(bmsFlag),
  chargingPermitted: code(noYes),
});

export const bmsChargingReply = plainReply('BMS charging reply');
