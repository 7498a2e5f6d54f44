import { command } from './command.ts';
import { orderNo, time } from '../units.ts';

/** One order by its number, or, when that is empty, all that ended in a time range. */
export const recallOrder = command('recall order', { chargingOrderNo: orderNo(), from: time(), to: time() });
