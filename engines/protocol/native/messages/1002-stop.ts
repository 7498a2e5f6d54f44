import { command } from './command.ts';
import { gunNumber, orderNo } from '../units.ts';

/** An empty order number means the current charge of the gun. */
export const stop = command('stop', { gunNumber: gunNumber(), chargingOrderNo: orderNo() });
