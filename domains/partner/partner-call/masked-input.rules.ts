import type { FieldShape } from '#kit/fields/field.ts';

const MASK = '***';
const LETTERS_MAX = 2_000;

/** What the log keeps of an input: declared fields that are neither secret nor personal; of everything else only that it was there. */
export const maskedInput = (declared: FieldShape, sent: Readonly<Record<string, unknown>>): string | null => {
  const entries = Object.entries(sent);
  if (entries.length === 0) return null;
  const kept = entries.map(([name, value]) => {
    const field = Object.hasOwn(declared, name) ? declared[name] : undefined;
    const isShown = field !== undefined && field.secret !== true && field.personal === undefined && (typeof value !== 'object' || value === null);
    return [name, isShown ? value : MASK];
  });
  return JSON.stringify(Object.fromEntries(kept)).slice(0, LETTERS_MAX);
};
