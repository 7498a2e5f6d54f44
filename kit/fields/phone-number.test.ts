import { expect, test } from 'vitest';
import { phone, ref } from './field.ts';
import type { Field } from './field.ts';
import { parse } from './parse.ts';
import { problemText } from './problem-text.ts';
import { languages } from './words.ts';

const problemsOf = (field: Field, text: string): readonly string[] => {
  const parsed = parse(field, text);
  return parsed.ok ? [] : languages.map((language) => problemText(parsed.problem, { label: '手机号', language }));
};
const mobile = phone({ line: 'mobile' });
const landline = phone({ line: 'landline' });

test.each(['13800138000', '16612345678', '+86 19912345678', '+86 138-0013-8000', '008613800138000', '+49 170 5550001', '+1 212 555 0100'])(
  '%s is a mobile number',
  (text) => {
    expect(problemsOf(mobile, text)).toEqual([]);
    expect(problemsOf(phone(), text)).toEqual([]);
  },
);

test.each(['12612345678', '1380013800', '138001380001', '+86 12612345678', '021 5555 0111', 'call me', '138xxxx8000'])('%s is none', (text) => {
  expect(problemsOf(mobile, text)).toEqual(['请输入正确手机号', '請輸入正確手機號', 'Enter a valid mobile number']);
});

test('any number may be a landline, but what looks like a mobile has to be one', () => {
  expect(['021 5555 0111', '400-820-8820', '+49 30 1234567', '13800138000'].flatMap((text) => problemsOf(phone(), text))).toEqual([]);
  expect([problemsOf(phone(), '12345678901')[0], problemsOf(phone(), 'call me')[0]]).toEqual(['请输入正确手机号', '请输入正确的手机号']);
});

test('a landline has its area and its extension', () => {
  expect(['021-55550111', '021 5555 0111', '+86 21 5555 0111', '0571-8765432-12', '87654321'].flatMap((text) => problemsOf(landline, text))).toEqual(
    [],
  );
  expect(problemsOf(landline, '12345')).toEqual(['请输入正确的座机号', '請輸入正確的市話號碼', 'Enter a valid landline number']);
});

test('what is missing is asked for by the way it is given', () => {
  expect(problemsOf(mobile, '')).toEqual(['请输入手机号', '請輸入手机号', '手机号 is required']);
  expect(problemsOf(ref('role'), '')[0]).toBe('请选择手机号');
});
