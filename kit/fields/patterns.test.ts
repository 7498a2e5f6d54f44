import { describe, expect, test } from 'vitest';
import { checkCell } from './cell-rules.ts';
import type { CellRule } from './cell-rules.ts';
import { codeTable } from './codes.ts';
import { choices, optional, text } from './field.ts';
import { parse } from './parse.ts';
import { patterns } from './patterns.ts';
import { problems } from './problems.ts';
import { problemText } from './problem-text.ts';
import { languages } from './words.ts';

/** Matching texts, other texts, and the message for those in Simplified Chinese. */
const samples: Readonly<Record<keyof typeof patterns, readonly [good: readonly string[], bad: readonly string[], said: string]>> = {
  username: [['anna_b', 'Bert_77', 'a'.repeat(18)], ['annab', 'a'.repeat(19), 'an na', '安娜'], '长度6到18个字符，只允许字母、数字、下划线'],
  account: [
    ['huadong.north', 'admin', 'a@b.cn', '7_x'],
    ['a', 'x'.repeat(33), '.hidden', 'an na', '安娜'],
    '2到32个字符，只允许字母、数字、下划线和 . - @，以字母或数字开头',
  ],
  mobile: [
    ['13912345678', '16612345678', '18000000000', '19912345678'],
    ['12912345678', '10012345678', '1391234567', '139123456789', 'x13912345678'],
    '请输入正确手机号',
  ],
  email: [['a@b.cn', 'first.last+tag@mail.example.museum'], ['a@b', '@b.cn', 'a b@c.cn', 'a@b..cn', 'a@b.cn\n'], '邮箱格式不正确'],
  naturalNumber: [['0', '12'], ['-1', '01', '1.0', ''], '请输入自然数'],
  letters: [['abcXYZ'], ['ab1', 'a b', '字', 'a|b'], '请输入英文字母'],
  landline: [['010-12345678', '87654321', '0571-8765432-12'], ['12', '110-12345678', '010 12345678'], '请输入正确的座机号'],
  bankCard: [['6222021234567890', '1'.repeat(10), '1'.repeat(20)], ['1'.repeat(9), '1'.repeat(21), '6222 0212'], '请输入正确的银行卡号码'],
  idNumber: [['A1', 'x'.repeat(50)], ['x'.repeat(51), 'a-1'], '请输入50位以内的英文字符和数字'],
  mainlandId: [
    ['11010519491231002X', '330106199002300011'],
    ['110105194913310021', '010105194912310021', '11010519491231002'],
    '请输入正确的身份证号码',
  ],
  qq: [['10000', '123456789012'], ['1234', '01234', '1234567890123'], '请输入正确的QQ号'],
  url: [
    ['http://a.cn', 'https://a.cn/b?c=d#e', 'HTTPS://A.CN/1'],
    ['ftp://a.cn', 'javascript:alert(1)', 'https://', 'http:// a', 'a.cn'],
    '请输入以http和https开头的网址',
  ],
  ip: [
    ['10.0.0.1', '255.255.255.255', '0.0.0.0', 'fe80::1', '2001:db8:0:1:2:3:4:5', '::', '::1', 'a::', '1:2:3:4:5:6:7::'],
    ['999.1.1.1', '10.0.0', '10.0.0.01', 'fade', '::::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', '10.0.0.1:80'],
    'X不是正确的IP地址',
  ],
  netmask: [
    ['255.255.255.0', '255.255.240.0', '255.128.0.0', '0.0.0.0', '255.255.255.255'],
    ['255.0.255.0', '::::', '255.255.255', '255.255.255.1', '256.0.0.0'],
    'X不是正确的子网掩码',
  ],
  mac: [
    ['AA-BB-CC-DD-EE-FF', 'aa:bb:cc:00:11:22'],
    ['AA', 'AA-BB-CC-DD-EE', 'AA:BB-CC:DD-EE:FF', 'AABBCCDDEEFF', 'GG:BB:CC:00:11:22'],
    'X不是正确的MAC地址，如 00:1A:2B:3C:4D:5E 或 00-1A-2B-3C-4D-5E',
  ],
  placeName: [
    ['杭州', '张江科学城站 2', 'North Gate', 'Köln Deutz', 'AB12'],
    ['#1', '12', '--<b>', '%%', 'A', 'A1 Gate', 'x'.repeat(61), 'East-West'],
    'X须以2到4个汉字或字母开头，总长2到60，不含特殊字符',
  ],
  shortCode: [['A1', 'x'.repeat(20)], ['x'.repeat(21), 'a b', '字'], '请输入20位以内的英文字符和数字'],
  name: [['张三', 'Anna Bell'], ['张', 'a1', 'x'.repeat(101)], '请输入2到100位的中英文字符'],
  digitLines: [['12\n34', '5'], ['12 34', 'a'], '只能输入数字和换行'],
  upTo255: [['x'.repeat(255), 'a\nb'], ['x'.repeat(256)], '请输入255位以内的字符'],
  digits6to16: [['123456', '1'.repeat(16)], ['12345', '1'.repeat(17), '12345a'], '请输入6到16位数字'],
  any6to16: [['a b!字6', 'x'.repeat(16)], ['12345', 'x'.repeat(17)], '请输入6到16位任意字符'],
  letters6to18: [['abcdef'], ['abcde', 'abcde1', 'x'.repeat(19)], '请输入6到18位字母'],
  postalCode: [['310000'], ['010000', '31000', '3100000'], '请输入正确的邮政编码'],
  number: [['-1.5', '0', '12'], ['1.', '.5', '1,000', '1e3'], '请输入数字'],
  integer: [['-3', '0'], ['1.0', '-', 'a'], '请输入整数'],
  money: [['0', '12.3', '0.05'], ['12.', '1.234', '-1', '01'], '请输入正确的金额，最多两位小数'],
};

describe.each(Object.entries(samples))('%s', (name, [good, bad, message]) => {
  const { source, problem } = patterns[name as keyof typeof patterns]; // the keys of a record typed by them
  const field = optional(text({ max: 2_000, pattern: { source, problem } }));

  test('accepts what matches and refuses the rest, on the server and in the form alike', () => {
    expect(good.filter((value) => !parse(field, value).ok)).toEqual([]);
    expect(bad.filter((value) => value.trim() !== '' && value.trim() === value && parse(field, value).ok)).toEqual([]);
    expect(bad.filter((value) => new RegExp(source, 'u').test(value))).toEqual([]);
  });

  test('says so in three languages', () => {
    expect(problemText({ code: problem }, { label: 'X', language: 'zh_CN' })).toBe(message);
    expect(new Set(problems[problem]).size).toBeGreaterThan(1);
    expect(problems[problem].every((words) => words.length > 3)).toBe(true);
  });

  test('takes no longer than its text is long', () => {
    const before = performance.now();
    for (const letter of ['1', 'a', '.', '-', ' ', '@']) new RegExp(source, 'u').test(`${letter.repeat(20_000)}!`);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

describe('the rules of a cell', () => {
  const fits = (source: string, value: string) => new RegExp(source, 'u').test(value);
  const check = (rules: readonly CellRule[], value: unknown, others: readonly unknown[] = []) => checkCell(rules, value, { others, fits });
  const preset = (pattern: string, value: unknown) => check([{ pattern }], value) === undefined;

  test('are kept in their order, and the first that is broken speaks', () => {
    const rules = [{ required: true, message: 'needed' }, { pattern: 'n6-16', message: 'digits' }, { pattern: '^9' }];
    expect([check(rules, ''), check(rules, null), check(rules, 'x'), check(rules, '123456'), check(rules, '912345')]).toEqual([
      { message: 'needed' },
      { message: 'needed' },
      { message: 'digits' },
      { problem: { code: 'badPattern' } },
      undefined,
    ]);
  });

  test('every preset of the family', () => {
    const good = { 'n6-16': '123456', '*6-16': 'a b!字6', 's6-18': 'abcdef', url: 'https://a.cn', e: 'a@b.cn', m: '16612345678', p: '310000' };
    const more = { s: 'abc', n: '-1.5', z: '-3', money: '12.30', '*': 'x' };
    const bad = {
      'n6-16': '12345',
      '*6-16': '12345',
      's6-18': 'abcde',
      url: 'a.cn',
      e: 'a@',
      m: '12812345678',
      p: '012345',
      s: 'a1',
      n: '1.',
      z: '1.5',
    };
    expect(Object.entries({ ...good, ...more }).filter(([pattern, value]) => !preset(pattern, value))).toEqual([]);
    expect(Object.entries({ ...bad, money: '1.234', '*': ' ' }).filter(([pattern, value]) => preset(pattern, value))).toEqual([]);
  });

  test('an empty cell keeps every pattern but the one that it must not be empty', () => {
    for (const pattern of ['n6-16', 'url', 'e', 'm', 'p', 's', 'n', 'z', 'money', 'only', '^x']) expect(preset(pattern, '')).toBe(true);
    expect(check([{ pattern: '*' }], '')).toEqual({ problem: { code: 'required' } });
  });

  test('a value is unique among the other rows, whichever way it is written', () => {
    expect(check([{ unique: true }], 'a', ['b', 'a'])).toEqual({ problem: { code: 'notUnique' } });
    expect(check([{ pattern: 'only' }], 7, ['7'])).toEqual({ problem: { code: 'notUnique' } });
    expect(check([{ pattern: 'only' }], 'a', ['b', null, ''])).toBeUndefined();
    expect(check([{ unique: true }], '', [''])).toBeUndefined();
  });

  test('an expression of somebody’s own goes to the engine at hand, and a very long one is not looked at', () => {
    expect(check([{ pattern: 'toString' }], 'toString')).toBeUndefined();
    expect(checkCell([{ pattern: 'a' }], 'a', { others: [], fits: () => false })).toEqual({ problem: { code: 'badPattern' } });
    expect(check([{ pattern: 'x'.repeat(201) }], 'x'.repeat(201))).toEqual({ problem: { code: 'badPattern' } });
  });
});

test('how long a text is and how much is chosen has its bounds, said in three languages', () => {
  const items = {
    a: { value: 1, words: ['甲', '甲', 'A'] },
    b: { value: 2, words: ['乙', '乙', 'B'] },
    c: { value: 3, words: ['丙', '丙', 'C'] },
  } as const;
  const [name, plugs] = [
    text({ min: 3, max: 5 }),
    choices(codeTable({ dictCode: 'test_plugs', title: ['枪', '槍', 'Plugs'], items }), { min: 2, max: 2 }),
  ];
  const results = [parse(name, 'ab'), parse(name, 'abcdef'), parse(plugs, [1]), parse(plugs, '1,2,3')].map((parsed) =>
    parsed.ok ? [] : languages.map((language) => problemText(parsed.problem, { label: 'X', language })),
  );
  expect(results).toEqual([
    ['X最小长度3位字符', 'X最小長度3位字元', 'X needs at least 3 characters'],
    ['X最大长度5位字符', 'X最大長度5位字元', 'X may have 5 characters at most'],
    ['X最少选择2项', 'X最少選擇2項', 'Choose 2 of X at least'],
    ['X最多选择2项', 'X最多選擇2項', 'Choose 2 of X at most'],
  ]);
  expect([parse(name, 'abcd').ok, parse(plugs, [1, 2]).ok]).toEqual([true, true]);
});
