import { expect, test } from 'vitest';
import { countriesOf, maskedPhone, mobileOf } from './phone-number.rules.ts';

test('one form for each number, however it is typed', () => {
  for (const typed of ['13900000001', '+86 139 0000 0001', '0086-139-0000-0001', '8613900000001', '139 0000 0001'])
    expect(mobileOf(typed, ['86'])).toEqual({ ok: true, phone: '13900000001' });
  for (const typed of ['+49 170 1234567', '0049 170 1234567', '0170 1234567', '1701234567'])
    expect(mobileOf(typed, ['49', '86'])).toEqual({ ok: true, phone: '+491701234567' });
});

test('other countries, landlines and nonsense get no message', () => {
  expect(mobileOf('+49 170 1234567', ['86'])).toEqual({ ok: false, refusal: 'driver.phoneCountry' });
  expect(mobileOf('+85291234567', ['86', '852'])).toEqual({ ok: true, phone: '+85291234567' });
  for (const typed of ['02112345678', '12345', '+86 10 1234 5678', '+', '00', '+0000000000', 'abc'])
    expect(mobileOf(typed, ['86'])).toEqual({ ok: false, refusal: 'driver.phoneInvalid' });
  expect(mobileOf('13900000001', [])).toEqual({ ok: false, refusal: 'driver.phoneInvalid' });
});

test('countries of a setting, and what is seen of a number', () => {
  expect(countriesOf('86, +852，49 x 86 0 12345')).toEqual(['86', '852', '49']);
  expect(maskedPhone('13900000001')).toBe('139****0001');
});
