import { code, instant, u } from '../codec/number.ts';
import { brief, secret } from '../codec/kind.ts';
import { ascii, hex } from '../codec/text.ts';
import { accountType } from './codes.ts';

/** Units and fields that many messages share. */
export const volt = () => u(2, { scale: 1, unit: 'V' });
export const ampere = () => u(2, { scale: 1, offset: -1000, unit: 'A' });
export const celsius = () => u(1, { offset: -50, unit: '°C' });
export const percent = () => u(1, { unit: '%' });
export const kilowatt = () => u(2, { scale: 1, unit: 'kW' });
export const energy = () => u(4, { scale: 4, unit: 'kWh' });
export const meter = () => u(5, { scale: 4, unit: 'kWh' });
export const amountE4 = () => u(4, { scale: 4, unit: 'money' });
export const amountE2 = () => u(4, { scale: 2, unit: 'money' });
export const cellVolt = () => u(2, { scale: 2, unit: 'V' });
export const batteryVolt = () => u(4, { scale: 2, unit: 'V' });
export const seconds = () => u(2, { unit: 's' });
export const minutes = () => u(2, { unit: 'min' });
export const time = instant;

export const orderNo = () => brief(ascii(32));
export const gunNumber = () => brief(u(1));
export const vin = () => ascii(17);
export const rateRuleNo = () => ascii(16);

/** Type, account and password digest, as in 0003 and 0004. */
export const accountFields = {
  accountType: brief(code(accountType)),
  account: brief(ascii(32)),
  password: secret(hex(32)),
};
