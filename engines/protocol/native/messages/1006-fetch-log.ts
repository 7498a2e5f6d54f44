import { secret } from '../../codec/kind.ts';
import { text } from '../../codec/text.ts';
import { command } from './command.ts';
import { time } from '../units.ts';

export const fetchLog = command('fetch log', {
  from: time(),
  to: time(),
  /** Where the pile uploads the file by HTTP PUT. Anybody who reads it could do so. */
  url: secret(text(2, 512)),
});
