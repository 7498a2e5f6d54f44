import { brief, secret } from '../../codec/kind.ts';
import { code } from '../../codec/number.ts';
import { ascii, utf8 } from '../../codec/text.ts';
import { accountResult } from '../codes.ts';
import { fromPile, fromPlatform } from './message.ts';
import { accountFields, amountE2, gunNumber } from '../units.ts';

export const accountQuery = fromPile('account query', { gunNumber: gunNumber(), ...accountFields });

export const accountQueryReply = fromPlatform('account query reply', {
  result: brief(code(accountResult)),
  balance: amountE2(),
  currency: ascii(3),
  displayName: secret(utf8(32)),
});
