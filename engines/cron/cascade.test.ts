import { expect, test } from 'vitest';
import { choosePart } from './cascade.ts';
import { cronText, readParts } from './expression.ts';
import { isProblem, readPart } from './part.ts';
import type { PartName } from './part.ts';

const choose = (text: string, name: PartName, part: string): string => {
  const read = readPart(name, part);
  if (isProblem(read)) throw new Error(part);
  return cronText(choosePart(readParts(text), name, read));
};

test.each<[from: string, name: PartName, part: string, to: string]>([
  ['* * * * * ? *', 'second', '5', '5 * * * * ? *'],
  ['* * * * * ? *', 'minute', '5', '0 5 * * * ? *'],
  ['7 * * * * ? *', 'minute', '5', '7 5 * * * ? *'],
  ['* * * * * ? *', 'hour', '5', '0 0 5 * * ? *'],
  ['* 7 * * * ? *', 'hour', '5', '* 7 5 * * ? *'],
  ['* * * * * ? *', 'day', '5', '0 0 0 5 * ? *'],
  ['* * * * * ? *', 'week', '2', '0 0 0 ? * 2 *'],
  ['0 0 0 5 * ? *', 'week', '2', '0 0 0 ? * 2 *'],
  ['0 0 0 ? * 2 *', 'day', '5', '0 0 0 5 * ? *'],
  ['0 0 0 5 * ? *', 'day', '?', '0 0 0 ? * * *'],
  ['0 0 0 ? * 2 *', 'week', '?', '0 0 0 * * ? *'],
  ['0 0 0 ? * 2 *', 'day', '*', '0 0 0 * * ? *'],
  // A month selects its first day, or its first weekday where the expression uses days of the week.
  ['* * * * * ? *', 'month', '5', '0 0 0 1 5 ? *'],
  ['* * * ? * * *', 'month', '5', '0 0 0 ? 5 1 *'],
  ['* * * ? * 3 *', 'month', '5', '* * * ? 5 3 *'],
  ['* * * * * ? *', 'year', '2030', '0 0 0 1 1 ? 2030'],
  ['* * * * 6 ? *', 'year', '2030', '* * * * 6 ? 2030'],
  // "Every" selects nothing, so no other part changes.
  ['* 5 * * * ? *', 'hour', '*', '* 5 * * * ? *'],
])('%s, %s %s: %s', (...[from, name, part, to]) => expect(choose(from, name, part)).toBe(to));
