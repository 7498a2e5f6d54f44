import { brief, secret } from '../../codec/kind.ts';
import { ascii, hex, text } from '../../codec/text.ts';
import { command } from './command.ts';
import { time } from '../units.ts';

export const firmware = command('firmware', {
  /** A signed link: anybody who reads it could fetch the file. */
  url: secret(text(2, 512)),
  firmwareVer: brief(ascii(32)),
  when: time(),
  /** SHA-256 of the file. */
  digest: hex(32),
});
