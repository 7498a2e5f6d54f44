import { list } from '../../codec/composite.ts';
import { brief } from '../../codec/kind.ts';
import { u } from '../../codec/number.ts';
import { command } from './command.ts';

/** The pile answers with 0006 and then with 1104. An empty list means all parameters. */
export const readParameters = command('read parameters', { paramNos: brief(list(u(1))) });
