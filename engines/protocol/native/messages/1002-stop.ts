import { command } from './command.ts';
import { gunNumber, orderNo } from './units.ts';

export const stop = command('stop', { gunNumber: gunNumber(), chargingOrderNo: orderNo() });
