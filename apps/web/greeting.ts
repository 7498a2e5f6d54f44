import type { Words } from '#kit/fields/words.ts';
import { words } from './words.ts';

/** What one says at an hour: until 9, until noon, until two, until eight, after that. */
export const greetingAt = (hour: number): Words => {
  if (hour < 9) return words.earlyMorning;
  if (hour < 12) return words.lateMorning;
  if (hour < 14) return words.noon;
  return hour < 20 ? words.afternoon : words.evening;
};
