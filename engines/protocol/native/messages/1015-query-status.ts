import { command } from './command.ts';
import { gunNumber } from '../units.ts';

/** The pile answers, then sends 0001 (gun 0) or 0002 again. The platform also uses it as a probe for a sign of life. */
export const queryStatus = command('query status', { gunNumber: gunNumber() });
