import { parse } from '#kit/fields/parse.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { lookupRefusals } from './lookup.labels.ts';

/** The largest number of values in a condition. */
const PAIRS_MAX = 20;

/**
 * Parses a condition of the product family: a JSON object of field names and required values. Only filterable fields are accepted, and every value
 * is a bound parameter, so a condition can do no more than a filter.
 */
export const readCondition = (noun: AnyResource, text: string | undefined): readonly Condition[] => {
  if (text === undefined) return [];
  const pairs = Object.entries(objectOf(text));
  if (pairs.length > PAIRS_MAX) badCondition();
  return pairs.map(([name, raw]) => {
    const field = Object.hasOwn(noun.fields, name) ? noun.fields[name] : undefined;
    if (!field || field.filter === undefined || field.filter === 'between' || field.secret) return badCondition();
    if (typeof raw !== 'string' && typeof raw !== 'number') return badCondition();
    const parsed = parse({ ...field, optional: false }, raw);
    return parsed.ok ? { field: name, is: 'in' as const, values: [parsed.value] } : badCondition();
  });
};

const objectOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : badCondition();
  } catch {
    return badCondition();
  }
};

const badCondition = (): never => throwRefusal(lookupRefusals, 'lookup.badCondition', {}, { status: 400 });
