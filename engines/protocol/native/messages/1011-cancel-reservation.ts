import { brief } from '../../codec/kind.ts';
import { u } from '../../codec/number.ts';
import { command } from './command.ts';

export const cancelReservation = command('cancel reservation', { reservationId: brief(u(4)) });
