import { brief, secret } from '../../../codec/kind.ts';
import { code, u } from '../../../codec/number.ts';
import { ascii, hex } from '../../../codec/text.ts';
import { cpType, loginResult } from '../../codes.ts';
import { seconds } from '../../units.ts';
import { countField, fromPile, fromPlatform, rateRuleNoField, timeField } from '../fields.ts';
import { asciiWords, listOf, whole, words } from '../kind.ts';

/** The same facts and the same proof as in the typed login. */
export const login = fromPile('login', {
  protoVer: countField(1),
  cpType: whole(brief(code(cpType))),
  gunCount: whole(brief(u(1))),
  mainHw: asciiWords(ascii(16)),
  mainSw: asciiWords(brief(ascii(16))),
  time: timeField(),
  nonce: words(hex(8)),
  auth: words(secret(hex(16))),
});

const INTERVALS = 7;

export const loginReply = fromPlatform('login reply', {
  result: whole(brief(code(loginResult))),
  serverTime: timeField(),
  tzMinutes: whole(u(2, { offset: -1440, unit: 'min' })),
  /** In this order: pile, gun, charging, BMS handshake, BMS parameter, BMS charging, BMS end. */
  intervals: listOf(whole(seconds()), { min: INTERVALS, max: INTERVALS }),
  rateRuleNo: rateRuleNoField(),
});
