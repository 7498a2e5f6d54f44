import { command } from './command.ts';
import { gunNumber, orderNo } from '../units.ts';

/** An empty order number means whatever the gun charges. */
export const stop = command('stop', { gunNumber: gunNumber(), chargingOrderNo: orderNo() });
