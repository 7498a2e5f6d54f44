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
export const firstViolation = (segments: readonly Segment[], value: string, matches: PatternTest): RuleViolation | undefined => {
  const letters = [...value];
  let offset = 0;
  for (const [segment, { digits, pattern, message }] of segments.entries()) {
    const whole = digits === '*';
    const begin = whole ? 0 : offset;
    const end = whole ? letters.length : Math.min(letters.length, offset + Number(digits));
    if (!matches(pattern, letters.slice(begin, end).join(''))) return { segment, begin, end, message };
    if (!whole) offset = end;
  }
  const coversAll = segments.every(({ digits }) => digits !== '*');
  return coversAll && offset < letters.length ? { segment: segments.length, begin: offset, end: letters.length, message: undefined } : undefined;
};
