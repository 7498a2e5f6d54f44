import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { PASSWORD_MIN } from './password.ts';
import type { PasswordRefusal } from '../session/session.labels.ts';

const DAY_MS = 86_400_000;

interface PasswordAge {
  readonly sinceMs: number;
  readonly nowMs: number;
  /** 0: passwords do not expire. */
  readonly changeAfterDays: number;
  readonly remindBeforeDays: number;
}

/** Whether a password has expired, and during the last days how many of them remain. */
export const judgeAge = ({ sinceMs, nowMs, changeAfterDays, remindBeforeDays }: PasswordAge) => {
  if (changeAfterDays === 0) return { passwordDue: false, passwordDaysLeft: null };
  const daysLeft = Math.ceil((sinceMs + changeAfterDays * DAY_MS - nowMs) / DAY_MS);
  return { passwordDue: daysLeft <= 0, passwordDaysLeft: daysLeft > 0 && daysLeft <= remindBeforeDays ? daysLeft : null };
};

/** Checks a new password: its length, that it has a letter, a digit and another character, and that it differs from the user name. */
export const checkPassword = (password: string, username: string, minLength: number = PASSWORD_MIN): Verdict<true, PasswordRefusal> => {
  const min = Math.max(minLength, PASSWORD_MIN);
  if ([...password].length < min) return deny('password.short', { min });
  if (!/\p{L}/u.test(password) || !/\p{N}/u.test(password) || !/[^\p{L}\p{N}\s]/u.test(password)) return deny('password.weak');
  if (password.toLowerCase() === username.toLowerCase()) return deny('password.name');
  return allow(true);
};
