import { patterns } from './patterns.ts';
import type { ProblemCode } from './problems.ts';

/** A number reduced to digits, without +86 before a mobile number of eleven digits; the database function `plain_phone` does the same. */
export const plainPhone = (phone: string): string => phone.replaceAll(/[^0-9+]/g, '').replace(/^(?:\+|00)?86(1\d{10})$/, '$1');

const shape = /^\+?\d[\d ()-]{4,18}$/;
const foreign = /^(\+|00)(?!86)/;
const problemOfLine = { mobile: 'notMobile', landline: 'notLandline' } as const;

/**
 * The problem of a phone number. The specification's patterns describe domestic numbers: a number with another country code is accepted as it is,
 * and where any type of number is accepted, only one that looks like a domestic mobile number has to match that pattern.
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
