import { accountApi } from './account.ts';
import { codeApi } from '../code/code.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import type { Language } from '#kit/fields/words.ts';

/** Account inputs with the server's validation rules, so that an invalid address is reported before a code is requested. */
export const accountFields = {
  phone: accountApi.phoneLogin.input.mobile,
  mail: { ...codeApi.sms.input.email, optional: false },
  username: { ...accountApi.register.input.username, optional: false },
} as const satisfies Readonly<Record<string, Field>>;

/** The validation error of a typed text, in the viewer's language. */
export const fieldProblem = (field: Field, text: string, context: { readonly label: string; readonly language: Language }): string | undefined => {
  const parsed = parse(field, text);
  return parsed.ok ? undefined : problemText(parsed.problem, context);
};
