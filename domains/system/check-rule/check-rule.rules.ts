import type { Segment } from './check-rule.ts';

/** Whether the whole text matches a pattern; the server uses an engine with linear time. */
export type PatternTest = (pattern: string, text: string) => boolean;

/** The position at which a value breaks its rule: the index of the segment, and the characters that it covers. */
export interface RuleViolation {
  readonly segment: number;
  readonly begin: number;
  readonly end: number;
  /** The message of the segment; undefined for characters beyond the last segment. */
  readonly message: string | undefined;
}

/** The first segment that a value breaks; undefined when the value is valid. If all segments have a length, no characters may remain. */
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
