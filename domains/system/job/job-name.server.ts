import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';
import type { Condition } from '#kit/server/context/condition.ts';

/** A kind of job, as far as its name goes. */
interface Kind {
  readonly name: string;
  readonly title: Words;
}

/** A question about names as they are read, put to names as they are kept. */
export const askedOfKept = (condition: Condition, language: Language, kinds: readonly Kind[]): Condition => {
  if ('of' in condition) return { ...condition, of: condition.of.map((each) => askedOfKept(each, language, kinds)) };
  if (condition.field !== 'jobName' || kinds.length === 0) return condition;
  const unnamed = ({ name, title }: Kind): Condition => ({
    is: 'all',
    of: [
      { field: 'jobName', is: 'in', values: [title[0]] },
      { field: 'jobClassName', is: 'in', values: [name] },
    ],
  });
  const fitting = kinds.filter(({ title }) => fits(condition, say(title, language)));
  return { is: 'any', of: [{ is: 'all', of: [condition, { is: 'none', of: kinds.map(unnamed) }] }, ...fitting.map(unnamed)] };
};

/** As the database judges a text. */
const fits = (condition: Exclude<Condition, { readonly of: unknown }>, name: string): boolean => {
  const read = name.toLowerCase();
  switch (condition.is) {
    case 'contains':
      return read.includes(condition.text.toLowerCase());
    case 'startsWith':
      return read.startsWith(condition.text.toLowerCase());
    case 'endsWith':
      return read.endsWith(condition.text.toLowerCase());
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
