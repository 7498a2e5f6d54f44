import { parse } from '#kit/fields/parse.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { parameterValues } from './parameter.ts';

type ParameterValue = string | number | bigint;

/** The value of a parameter as a form holds it; undefined for a text that no form would accept. */
export const formValue = (paramNo: number, text: string): ParameterValue | undefined => {
  const field = parameterValues[paramNo];
  if (field === undefined) return undefined;
  const parsed = parse(field, field.codes ? codeOf(text) : text);
  const value = parsed.ok ? parsed.value : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
};

const codeOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

/** The one text for a value that piles write in several ways, such as `45` and `45.0`. A text that is no value stays as it is. */
export const canonicalText = (paramNo: string, text: string): string => {
  const value = formValue(Number(paramNo), text);
  if (value === undefined) return text;
  return typeof value === 'bigint' ? formatScaled(value, parameterValues[Number(paramNo)]?.scale ?? 0) : String(value);
};
