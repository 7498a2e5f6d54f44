import { brief } from '../../codec/kind.ts';
import { u } from '../../codec/number.ts';
import { ascii } from '../../codec/text.ts';
import { command } from './command.ts';
import { gunNumber, time } from '../units.ts';

export const reserve = command('reserve', { gunNumber: gunNumber(), reservationId: brief(u(4)), account: ascii(32), until: time() });
