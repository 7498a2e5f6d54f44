import { expect, test } from 'vitest';
import { list, phone, secret, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { deviceOf, lineIn, linesOf, operateTypeOf } from './act.rules.ts';
import { allowanceBounds, createAllowance } from './allowance.rules.ts';
import { maskedInput } from './mask-input.rules.ts';

test('secrets are blotted out by their field and by their name, however deep', () => {
  const shape = { pin: secret(text({})), name: text({}) };
  const input = {
    pin: '1234',
    name: 'n',
    oldpassword: 'p',
    smscode: '1',
    apiKey: 'k',
    keyword: 'free',
    inner: [{ token: 't', ok: 1n }],
    at: new Date(0),
    _t: 1,
  };
  expect(maskedInput(shape, input)).toEqual({
    pin: '***',
    name: 'n',
    oldpassword: '***',
    smscode: '***',
    apiKey: '***',
    keyword: 'free',
    inner: [{ token: '***', ok: '1' }],
    at: '1970-01-01T00:00:00.000Z',
  });
});

test('numbers and mailboxes are kept in part, in lists and free queries as well', () => {
  const shape = {
    mobile: phone(),
    mail: personal(text({}), { kind: 'mailbox' }),
    no: personal(text({}), { kind: 'phone', when: { field: 'kind', is: [1] } }),
    people: list({ phone: phone(), name: text({}) }, { max: 9 }),
  };
  const number = '13812345678';
  const input = { mobile: number, mail: 'ann@example.com', no: number, kind: 2, people: [{ phone: number, name: 'Ann' }, 'odd'] };
  expect(maskedInput(shape, { ...input, superQueryParams: `[{"val":"${number}"}]` })).toEqual({
    mobile: '138****5678',
    mail: 'an***@example.com',
    no: number,
    kind: 2,
    people: [{ phone: '138****5678', name: 'Ann' }, 'odd'],
    superQueryParams: '[{"val":"****78"}]',
  });
});

test('what PostgreSQL cannot hold, and what is too long, is cut', () => {
  const masked = maskedInput(
    {},
    { nul: 'a\0b', half: 'x\ud800', long: 'y'.repeat(10_000), many: Array.from({ length: 500 }, () => 'z'.repeat(300)) },
  );
  const json = JSON.stringify(masked);
  expect(json.length).toBeLessThan(4_100);
  expect(json).not.toContain('\\u0000');
  expect(json).not.toContain('\\ud800');
});

test('a flood of one caller is bounded and counted, others are heard', () => {
  const allowance = createAllowance();
  const taken = Array.from({ length: 100 }, () => allowance.take('one', 0)).filter(({ isAllowed }) => isAllowed);
  expect(taken.length).toBe(allowanceBounds.perCaller);
  expect(allowance.take('two', 0).isAllowed).toBe(true);
  expect(allowance.take('one', allowanceBounds.windowMs)).toEqual({ isAllowed: true, skipped: 40 });
});

test('six kinds of operation, by right, name and method', () => {
  const kindOf = (method: 'GET' | 'POST' | 'DELETE', allow: string, name: string) =>
    operateTypeOf(endpoint({ method, path: '/x', allow, input: {}, output: words() }), name);
  expect([
    kindOf('POST', 'pile:add', 'add'),
    kindOf('POST', 'pile:remote', 'restart'),
    kindOf('POST', 'pile:delete', 'deleteBatch'),
    kindOf('POST', 'pile:import', 'importExcel'),
    kindOf('GET', 'pile:export', 'exportXls'),
    kindOf('GET', 'pile:secret', 'secret'),
  ]).toEqual([2, 3, 4, 5, 6, 1]);
});

test('devices by the names people know, and a line for each language', () => {
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1')).toBe('Safari 18 · iOS');
  expect(deviceOf('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0')).toBe('Edge 140 · Windows');
  expect(deviceOf('curl/8.0')).toBe('curl/8.0');
  expect(lineIn(linesOf(['甲\n乙', '甲', 'a b']), 'zh_CN')).toBe('甲 乙');
  expect(lineIn(linesOf(['甲', '甲', 'a b']), 'en_US')).toBe('a b');
});
