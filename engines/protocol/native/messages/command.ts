import { brief, secret } from '../../codec/kind.ts';
import { code, u } from '../../codec/number.ts';
import { ascii, tail, text } from '../../codec/text.ts';
import type { Fields } from '../../codec/table.ts';
import { commandResult } from '../codes.ts';
import { fromPile, fromPlatform } from './message.ts';

/** Maximum bytes of a value or a remark in an answer. */
const VALUE_MAX_BYTES = 1_024;
const REMARK_MAX_BYTES = 255;
/** The value of `paramNo` in an answer that concerns no parameter. */
export const NO_PARAMETER = 255;

/** Every command begins with its id: 16 characters by which a pile recognizes a repetition. */
export const command = <F extends Fields>(name: string, fields: F) => fromPlatform(name, { cmdId: ascii(16), ...fields });

const value = text(2, VALUE_MAX_BYTES);

/** The common answer to all commands. `isValueSecret`: no log shows the value. */
export const commandReply = (name: string, { isValueSecret = false } = {}) =>
  fromPile(`${name} reply`, {
    cmdId: ascii(16),
    result: brief(code(commandResult)),
    paramNo: brief(u(1)),
    value: isValueSecret ? secret(value) : value,
    remark: brief(tail(REMARK_MAX_BYTES)),
  });
