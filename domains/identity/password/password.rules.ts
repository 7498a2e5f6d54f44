import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { PASSWORD_MIN } from './password.ts';
import type { PasswordRefusal } from '../session/session.labels.ts';

/** A new password: long enough, with a letter, a digit and something else, and other than the user name. */
export const checkPassword = (password: string, username: string, minLength: number = PASSWORD_MIN): Verdict<true, PasswordRefusal> => {
  const min = Math.max(minLength, PASSWORD_MIN);
  if ([...password].length < min) return deny('password.short', { min });
  if (!/\p{L}/u.test(password) || !/\p{N}/u.test(password) || !/[^\p{L}\p{N}\s]/u.test(password)) return deny('password.weak');
  if (password.toLowerCase() === username.toLowerCase()) return deny('password.name');
  return allow(true);
};
