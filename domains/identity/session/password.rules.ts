import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { PasswordRefusal } from './session.labels.ts';

const PASSWORD_MIN = 10;

/** A new password: long enough, with a letter, a digit and something else, and other than the user name. */
export const checkPassword = (password: string, username: string): Verdict<true, PasswordRefusal> => {
  if ([...password].length < PASSWORD_MIN) return deny('password.short', { min: PASSWORD_MIN });
  if (!/\p{L}/u.test(password) || !/\p{N}/u.test(password) || !/[^\p{L}\p{N}\s]/u.test(password)) return deny('password.weak');
  if (password.toLowerCase() === username.toLowerCase()) return deny('password.name');
  return allow(true);
};
