import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { useLanguage } from '../language.ts';

/** The server's own check of a field, as a rule of a form. */
export const useFieldRule = () => {
  const language = useLanguage();
  return (field: Field, label: string) => ({
    validator: (_rule: unknown, value: unknown): Promise<void> => {
      const parsed = parse(field, value);
      return parsed.ok ? Promise.resolve() : Promise.reject(new Error(problemText(parsed.problem, { label, language })));
    },
  });
};
