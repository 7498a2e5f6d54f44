import { jsonText } from '#kit/fields/json-text.ts';
import type { AnyResource } from '#kit/resource/resource.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/** The names of the fields whose values an edit changes. A field that the edit leaves out stays as it is. */
export const changedFields = (noun: AnyResource, before: AnyRow, input: AnyRow): readonly string[] =>
  Object.entries(noun.fields).flatMap(([name, field]) => {
    const isGiven = field.writing === 'always' && input[name] !== undefined;
    return isGiven && textFor(input[name]) !== textFor(before[name]) ? [name] : [];
  });

/** The value after an edit. */
export const valueOr = <V>(value: V | undefined, stored: V): V => (value === undefined ? stored : value);

/** Dates, minor units and lists are compared by what they mean. */
const textFor = (value: unknown): string => jsonText(value ?? null);
