import { accountApi, codeApi } from '#domains/identity/web.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import type { Language } from '#kit/fields/words.ts';

/** What the door asks for, as the server declares it, so that nobody waits for a code that cannot come. */
export const asked = {
  phone: accountApi.phoneLogin.input.mobile,
  mail: { ...codeApi.sms.input.email, optional: false },
  username: { ...accountApi.register.input.username, optional: false },
} as const satisfies Readonly<Record<string, Field>>;

/** What is wrong with what was typed, for people. */
export const lackOf = (field: Field, text: string, about: { readonly label: string; readonly language: Language }): string | undefined => {
  const parsed = parse(field, text);
  return parsed.ok ? undefined : problemText(parsed.problem, about);
};
