import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { useLanguage } from '../language.ts';

/** What somebody finds wrong with a value, as a rule of a form. */
export const ruleOf = <T>(lackOf: (value: T) => string | undefined) => ({
  validator: (_rule: unknown, value: T): Promise<void> => {
    const lack = lackOf(value);
    return lack === undefined ? Promise.resolve() : Promise.reject(new Error(lack));
  },
});

/** The server's own check of a field, as a rule of a form. */
export const useFieldRule = () => {
  const language = useLanguage();
  return (field: Field, label: string) =>
    ruleOf((value: unknown) => {
      const parsed = parse(field, value);
      return parsed.ok ? undefined : problemText(parsed.problem, { label, language });
    });
};
