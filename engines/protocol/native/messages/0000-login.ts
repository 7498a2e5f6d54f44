import { arr } from '../../codec/composite.ts';
import { brief, secret } from '../../codec/kind.ts';
import { code, u } from '../../codec/number.ts';
import { ascii, hex } from '../../codec/text.ts';
import { cpType, loginResult } from '../codes.ts';
import { fromPile, fromPlatform } from './message.ts';
import { rateRuleNo, seconds, time } from '../units.ts';

export const login = fromPile('login', {
  protoVer: u(1),
  cpType: brief(code(cpType)),
  gunCount: brief(u(1)),
  mainHw: ascii(16),
  mainSw: brief(ascii(16)),
  time: time(),
  nonce: hex(8),
  auth: secret(hex(16)),
});

export const loginReply = fromPlatform('login reply', {
  result: brief(code(loginResult)),
  serverTime: time(),
  tzMinutes: u(2, { offset: -1440, unit: 'min' }),
  /** In this order: pile, gun, charging, BMS handshake, BMS parameter, BMS charging, BMS end. */
  intervals: arr(7, seconds()),
  rateRuleNo: rateRuleNo(),
});
