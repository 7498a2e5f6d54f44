import { command } from './command.ts';
import { gunNumber } from '../units.ts';

/** The pile answers, then says 0001 (gun 0) or 0002 again. Also the platform's question whether a pile is still there. */
export const queryStatus = command('query status', { gunNumber: gunNumber() });
