import { accountApi } from './account.ts';
import { codeApi } from '../code/code.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import type { Language } from '#kit/fields/words.ts';

/** Inputs of an account as the server declares them, so that nobody waits for a code that cannot come. */
export const accountFields = {
  phone: accountApi.phoneLogin.input.mobile,
  mail: { ...codeApi.sms.input.email, optional: false },
  username: { ...accountApi.register.input.username, optional: false },
} as const satisfies Readonly<Record<string, Field>>;

/** What is wrong with a typed text, in the reader's language. */
export const fieldProblem = (field: Field, text: string, context: { readonly label: string; readonly language: Language }): string | undefined => {
  const parsed = parse(field, text);
  return parsed.ok ? undefined : problemText(parsed.problem, context);
};
