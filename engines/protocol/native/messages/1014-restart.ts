import { brief } from '../../codec/kind.ts';
import { code } from '../../codec/number.ts';
import { restartMode } from '../codes.ts';
import { command } from './command.ts';

export const restart = command('restart', { mode: brief(code(restartMode)) });
