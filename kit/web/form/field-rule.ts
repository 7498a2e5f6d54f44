import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { useLanguage } from '../language.ts';

/** A rule of antd's form from a function that returns an error text. */
export const ruleOf = <T>(lackOf: (value: T) => string | undefined) => ({
  validator: (_rule: unknown, value: T): Promise<void> => {
    const lack = lackOf(value);
    return lack === undefined ? Promise.resolve() : Promise.reject(new Error(lack));
  },
});

/** A rule of antd's form that checks a field as the server does. */
export const useFieldRule = () => {
  const language = useLanguage();
  return (field: Field, label: string) =>
    ruleOf((value: unknown) => {
      const parsed = parse(field, value);
      return parsed.ok ? undefined : problemText(parsed.problem, { label, language });
    });
};
