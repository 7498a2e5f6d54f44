import { command } from './command.ts';
import { time } from '../units.ts';

export const fetchLog = command('fetch log', { from: time(), to: time() });
