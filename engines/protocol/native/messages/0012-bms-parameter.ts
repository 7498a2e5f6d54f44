import { u } from '../../codec/number.ts';
import { fromPile, plainReply } from './message.ts';
import { ampere, batteryVolt, celsius, cellVolt, gunNumber, orderNo } from '../units.ts';

export const bmsParameter = fromPile('BMS parameter', {
  chargingOrderNo: orderNo(),
  gunNumber: gunNumber(),
  cellMaxVoltage: cellVolt(),
  maxCurrent: ampere(),
  nominalEnergy: u(2, { scale: 1, unit: 'kWh' }),
  maxVoltage: batteryVolt(),
  maxTemp: celsius(),
  soc: u(2, { scale: 1, unit: '%' }),
  batteryVoltage: batteryVolt(),
  pileMaxVoltage: batteryVolt(),
  pileMinVoltage: batteryVolt(),
  pileMaxCurrent: ampere(),
  pileMinCurrent: ampere(),
});

export const bmsParameterReply = plainReply('BMS parameter reply');
