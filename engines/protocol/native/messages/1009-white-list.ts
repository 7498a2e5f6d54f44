import { list } from '../../codec/composite.ts';
import { brief, secret } from '../../codec/kind.ts';
import { code } from '../../codec/number.ts';
import { ascii } from '../../codec/text.ts';
import { accountType, listAction } from '../codes.ts';
import { command } from './command.ts';

/**
 * Accounts that may charge while the pile is offline. A longer list is sent in several commands. The value of the answer is the report of
 * `white-list.ts`. The accounts may be numbers of people, so no log shows them.
 */
export const whiteList = command('white list', {
  accountType: brief(code(accountType)),
  action: brief(code(listAction)),
  accounts: secret(list(ascii(32))),
});
