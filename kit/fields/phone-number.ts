import { patterns } from './patterns.ts';
import type { ProblemCode } from './problems.ts';

/** Digits, and no +86 before a mobile of eleven; the database's `plain_phone` says the same. */
export const plainPhone = (phone: string): string => phone.replaceAll(/[^0-9+]/g, '').replace(/^(?:\+|00)?86(1\d{10})$/, '$1');

const shape = /^\+?\d[\d ()-]{4,18}$/;
const foreign = /^(\+|00)(?!86)/;
const problemOfLine = { mobile: 'notMobile', landline: 'notLandline' } as const;

/**
 * What is wrong with a number. The specification's patterns are for numbers at home: one that says its own country is taken as it is,
 * and where any number will do, only what looks like a mobile at home is held to the pattern of one.
 */
export const phoneProblem = (text: string, line?: 'mobile' | 'landline'): ProblemCode | undefined => {
  if (!shape.test(text)) return line ? problemOfLine[line] : 'badPhone';
  const plain = plainPhone(text);
  if (foreign.test(plain)) return undefined;
  if (line === 'landline') return fits(patterns.landline, text.replaceAll(/[ ()]/g, '').replace(/^(\+|00)86-?/, '0')) ? undefined : 'notLandline';
  const isChecked = line === 'mobile' || /^1\d{10}$/.test(plain);
  return !isChecked || fits(patterns.mobile, plain) ? undefined : 'notMobile';
};

const fits = ({ source }: { readonly source: string }, text: string): boolean => new RegExp(source, 'u').test(text);
