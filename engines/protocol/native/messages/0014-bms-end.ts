import { bits, u } from '../../codec/number.ts';
import { fromPile, plainReply } from './message.ts';
import { celsius, cellVolt, gunNumber, minutes, orderNo, percent } from '../units.ts';

export const bmsEnd = fromPile('BMS end', {
  chargingOrderNo: orderNo(),
  gunNumber: gunNumber(),
  soc: percent(),
  cellMinVoltage: cellVolt(),
  cellMaxVoltage: cellVolt(),
  minTemp: celsius(),
  maxTemp: celsius(),
  chargedMin: minutes(),
  chargedEnergy: u(2, { scale: 1, unit: 'kWh' }),
  bmsAbortReasons: bits(4),
  chargerAbortReasons: bits(4),
});

export const bmsEndReply = plainReply('BMS end reply');
