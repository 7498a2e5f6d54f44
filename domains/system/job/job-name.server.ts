import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';
import type { Condition } from '#kit/server/context/condition.ts';

/** The parts of a job kind that its name depends on. */
interface NamedKind {
  readonly name: string;
  readonly title: Words;
}

/** Converts a condition on displayed names to one on stored names. */
export const toStoredNameCondition = (condition: Condition, language: Language, kinds: readonly NamedKind[]): Condition => {
  if ('of' in condition) return { ...condition, of: condition.of.map((part) => toStoredNameCondition(part, language, kinds)) };
  if (condition.field !== 'jobName' || kinds.length === 0) return condition;
  const hasDefaultName = ({ name, title }: NamedKind): Condition => ({
    is: 'all',
    of: [
      { field: 'jobName', is: 'in', values: [title[0]] },
      { field: 'jobClassName', is: 'in', values: [name] },
    ],
  });
  const matchingKinds = kinds.filter(({ title }) => matches(condition, say(title, language)));
  return { is: 'any', of: [{ is: 'all', of: [condition, { is: 'none', of: kinds.map(hasDefaultName) }] }, ...matchingKinds.map(hasDefaultName)] };
};

/** Compares a text as the database does. */
const matches = (condition: Exclude<Condition, { readonly of: unknown }>, name: string): boolean => {
  const lowerCased = name.toLowerCase();
  switch (condition.is) {
    case 'contains':
      return lowerCased.includes(condition.text.toLowerCase());
    case 'startsWith':
      return lowerCased.startsWith(condition.text.toLowerCase());
    case 'endsWith':
      return lowerCased.endsWith(condition.text.toLowerCase());
    case 'in':
    case 'anyOf':
      return condition.values.includes(name);
    case 'notIn':
      return !condition.values.includes(name);
    case 'from':
    case 'to':
    case 'above':
    case 'below':
      return false;
  }
};
