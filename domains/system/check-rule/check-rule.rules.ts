import type { Segment } from './check-rule.ts';

/** Whether a whole text fits a pattern; in linear time where the server asks. */
export type PatternTest = (pattern: string, text: string) => boolean;

/** Where a value breaks its rule: the segment from 0, and the letters it looked at. */
export interface RuleViolation {
  readonly segment: number;
  readonly begin: number;
  readonly end: number;
  /** The segment's own words; none for letters that no segment wants. */
  readonly message: string | undefined;
}

/** The first segment a value breaks, or undefined when it keeps the rule. A rule of numbers alone leaves no letter over. */
export const firstBreak = (segments: readonly Segment[], value: string, fits: PatternTest): RuleViolation | undefined => {
  const letters = [...value];
  let at = 0;
  for (const [segment, { digits, pattern, message }] of segments.entries()) {
    const whole = digits === '*';
    const begin = whole ? 0 : at;
    const end = whole ? letters.length : Math.min(letters.length, at + Number(digits));
    if (!fits(pattern, letters.slice(begin, end).join(''))) return { segment, begin, end, message };
    if (!whole) at = end;
  }
  const leavesNothing = segments.every(({ digits }) => digits !== '*');
  return leavesNothing && at < letters.length ? { segment: segments.length, begin: at, end: letters.length, message: undefined } : undefined;
};
