// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, text } from '#kit/fields/field.ts';
import { say } from '#kit/fields/words.ts';
import type { Translate } from '../../language.ts';
import { headWidth, valuesWidth } from './column-width.ts';
import { textWidth } from './text-width.ts';

const english: Translate = (words, args) => say(words, 'en_US', args);
const chinese: Translate = (words, args) => say(words, 'zh_CN', args);
const command = choice(
  codeTable({ dictCode: 'c', title: ['指令', '指令', 'Command'], items: { stop: { value: 1, words: ['停止', '停止', 'Stop charging at once'] } } }),
);

test('a code is given room for its longest word in the language that is spoken', () => {
  expect(valuesWidth(command, { say: english, isTitle: false })).toBeGreaterThan(150);
  expect(valuesWidth(command, { say: chinese, isTitle: false })).toBeLessThan(60);
});

test('texts of wide letters are not cut, and texts of thin ones take no more room than they need', () => {
  // Measured in a browser, whose font is among the widest.
  for (const [words, px] of [
    ['WeChat Pay', 77.5],
    ['Company customer', 127.2],
    ['Wrong merchant', 108.3],
    ['Commissioned', 95.6],
    ['Rest of a charge', 105.9],
    ['Certificates end', 102.9],
  ] as const) {
    expect(textWidth(words), words).toBeGreaterThan(px);
    expect(textWidth(words), words).toBeLessThan(px * 1.2);
  }
});

test('a short text takes little room, and a head is never cut by its values', () => {
  expect(valuesWidth(text({ max: 3 }), { say: english, isTitle: false })).toBe(90);
  expect(headWidth(['月', '月', 'Months that have prices'], { say: english, sortable: true })).toBeGreaterThan(170);
});
