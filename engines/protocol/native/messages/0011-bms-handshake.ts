import { code, u } from '../../codec/number.ts';
import { ascii, hex } from '../../codec/text.ts';
import { batteryType } from '../codes.ts';
import { fromPile, plainReply } from './message.ts';
import { batteryVolt, gunNumber, orderNo, vin } from '../units.ts';

export const bmsHandshake = fromPile('BMS handshake', {
  chargingOrderNo: orderNo(),
  gunNumber: gunNumber(),
  bmsVersion: hex(3),
  batteryType: code(batteryType),
  batteryCapacity: u(2, { scale: 1, unit: 'Ah' }),
  batteryRatedVoltage: batteryVolt(),
  batteryMaker: ascii(4),
  batteryPackNo: hex(4),
  /** The year counts from 1985. */
  batteryYear: u(1, { offset: 1985 }),
  batteryMonth: u(1),
  batteryDay: u(1),
  batteryCycles: u(3),
  batteryOwner: u(1),
  vin: vin(),
  bmsSoftware: hex(8),
});

export const bmsHandshakeReply = plainReply('BMS handshake reply');
