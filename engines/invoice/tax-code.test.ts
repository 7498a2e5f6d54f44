import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, valueAt } from '../payment/read.ts';
import { judgeVatNumber } from './eu-vat.ts';
import { isCreditCode, isIdCard, isOrganisationCode, judgeChineseTaxCode, plainTaxCode } from './tax-code.ts';

const vectors = valueAt(parseJson(readFileSync(new URL('../payment/payments.vectors.json', import.meta.url), 'utf8')), 'tax');
const listOf = (...path: readonly string[]): readonly string[] => {
  const found = valueAt(vectors, ...path);
  return Array.isArray(found) ? found.map(String) : [];
};

test.each([
  ['uscc', isCreditCode],
  ['org_code_gb11714', isOrganisationCode],
  ['id_card_18', isIdCard],
])('%s: the good numbers of the vectors are right, the bad ones are not', (name, isSound) => {
  expect(listOf(name, 'good').length).toBeGreaterThan(0);
  for (const code of listOf(name, 'good')) expect([code, isSound(code)]).toEqual([code, true]);
  for (const code of listOf(name, 'bad')) expect([code, isSound(code)]).toEqual([code, false]);
});

test('a tax code of 18 characters is checked, an older one is known by its length alone', () => {
  for (const code of listOf('uscc', 'good')) expect(judgeChineseTaxCode(code)).toBe('sound');
  for (const code of listOf('uscc', 'bad')) expect([code, judgeChineseTaxCode(code)]).toEqual([code, 'wrong']);
  expect(judgeChineseTaxCode('310115123456789')).toBe('unchecked');
  expect(judgeChineseTaxCode('11010519491231002X00')).toBe('unchecked');
  for (const wrong of ['', '12345', '31011512345678!', '9135010OM000100Y43']) expect(judgeChineseTaxCode(wrong)).toBe('wrong');
  expect(plainTaxCode(' 9135 0100 m000-100y43')).toBe('91350100M000100Y43');
});

test('any single character that is changed in a unified social credit code is noticed', () => {
  const alphabet = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'];
  fc.assert(
    fc.property(fc.constantFrom(...listOf('uscc', 'good')), fc.nat({ max: 17 }), fc.constantFrom(...alphabet), (code, at, letter) => {
      const changed = code.slice(0, at) + letter + code.slice(at + 1);
      expect(isCreditCode(changed)).toBe(changed === code);
    }),
    { numRuns: 2_000 },
  );
});

/** Published numbers: the examples of python-stdnum. */
const sound = (
  'ATU13585627 BE0428759497 DE136695976 DK13585628 EE100931558 EL094259216 FI20774740 FR40303265045 HR33392005961 HU12892312 IT00743110157 LU15027442 ' +
  'MT11679112 NL004495445B01 NL123456789B13 PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619'
).split(' ');
const byForm = ['BG175074752', 'CY10259033P', 'CZ25123891', 'ESB58378431', 'IE6433435F', 'LT119511515', 'LV40003521600', 'XI980780684'];

test.each(sound)('%s is a VAT number, and with another last digit it is none', (code) => {
  expect(judgeVatNumber(code)).toBe('sound');
  expect(judgeVatNumber(` ${code.slice(0, 2)} ${code.slice(2).toLowerCase()}`)).toBe('sound');
  const at = code.startsWith('SE') ? code.length - 3 : code.startsWith('NL') ? 10 : code.length - 1;
  const changed = `${code.slice(0, at)}${(Number(code.charAt(at)) + 1) % 10}${code.slice(at + 1)}`;
  expect([changed, judgeVatNumber(changed)]).toEqual([changed, 'wrong']);
});

test('other countries are known by their form, and what has none is wrong', () => {
  for (const code of byForm) expect([code, judgeVatNumber(code)]).toEqual([code, 'unchecked']);
  for (const code of ['', 'DE', 'DE12345', 'US123456789', 'GB980780684', 'CZ1', 'DE13669597X'])
    expect([code, judgeVatNumber(code)]).toEqual([code, 'wrong']);
});
