import { brief } from '../../codec/kind.ts';
import { text } from '../../codec/text.ts';
import { command } from './command.ts';
import { gunNumber } from '../units.ts';

export const payQr = command('pay QR', { gunNumber: gunNumber(), url: brief(text(2, 512)) });
