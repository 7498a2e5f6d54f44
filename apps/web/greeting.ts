import type { Words } from '#kit/fields/words.ts';
import { words } from './words.ts';

/** The greeting for an hour of the day: until 9, until noon, until 14, until 20, and after that. */
export const greetingAt = (hour: number): Words => {
  if (hour < 9) return words.earlyMorning;
  if (hour < 12) return words.lateMorning;
  if (hour < 14) return words.noon;
  return hour < 20 ? words.afternoon : words.evening;
};
