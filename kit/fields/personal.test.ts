import { describe, expect, test } from 'vitest';
import { list, optional, phone, text } from './field.ts';
import { parse, parseShape } from './parse.ts';
import { withoutMasking, isMask, maskOf, maskValue, personal, personalFieldsOf } from './personal.ts';

describe('what is shown of a number', () => {
  test.each([
    ['13812345678', '138****5678'],
    ['+86 138 1234 5678', '138****5678'],
    ['+4915112345678', '+49****5678'],
    ['021 5555 0111', '021****0111'],
    ['02112345', '****45'],
    ['1234567', '****67'],
    ['12345', '****5'],
    ['1', '****'],
  ])('of %s is %s', (number, masked) => {
    expect(maskOf('phone', number)).toBe(masked);
    expect(isMask(phone(), masked)).toBe(true);
    expect(isMask(phone(), number)).toBe(false);
  });

  test.each([
    ['ann.lee@example.com', 'an***@example.com'],
    ['ab@example.com', 'a***@example.com'],
    ['a@example.com', '***@example.com'],
    ['@example.com', '***@example.com'],
  ])('of the mailbox %s is %s', (mailbox, masked) => {
    const field = personal(text({}), { kind: 'mailbox' });
    expect(maskOf('mailbox', mailbox)).toBe(masked);
    expect([isMask(field, masked), isMask(field, 'ann.lee@example.com')]).toEqual([true, false]);
  });

  test('of a contact is that of what it is', () => {
    expect([maskOf('contact', 'ann@example.com'), maskOf('contact', '13812345678')]).toEqual(['an***@example.com', '138****5678']);
  });

  test('never says how long it is, and never more than half of a short one', () => {
    for (let length = 1; length <= 20; length++) {
      const number = '9876543210'.repeat(2).slice(0, length);
      const visible = maskOf('phone', number).replaceAll('*', '');
      expect([length, visible.length <= Math.max(Math.floor(length / 2), length >= 11 ? 7 : 0)]).toEqual([length, true]);
    }
  });
});

const account = personal(text({}), { kind: 'phone', when: { field: 'kind', is: [1] } });

test('the same column is a person’s in some rows only; a row that does not tell is taken for one', () => {
  const number = '13812345678';
  expect([maskValue(account, number, { kind: 1 }), maskValue(account, number, { kind: 2 }), maskValue(account, number, {})]).toEqual([
    '138****5678',
    number,
    '138****5678',
  ]);
  expect([maskValue(text({}), number), maskValue(account, null), maskValue(account, '')]).toEqual([number, null, '']);
});

test('what was shown is no value, whatever it is of; a published number is nobody’s', () => {
  const shape = { phone: optional(phone()), hotline: phone({ published: true }), people: list({ phone: phone() }, { max: 2 }) };
  expect(personalFieldsOf(shape).map(([name]) => name)).toEqual(['phone']);
  expect(parseShape(shape, { phone: '138****5678', hotline: '138****5678', people: [{ phone: '138****5678' }] })).toEqual({
    ok: false,
    problems: {
      phone: { code: 'masked' },
      hotline: { code: 'badPhone' },
      people: { code: 'inRow', within: { row: 1, field: 'phone', problem: { code: 'masked' } } },
    },
  });
  expect(parse(withoutMasking(shape).phone, '13812345678')).toEqual({ ok: true, value: '13812345678' });
});
