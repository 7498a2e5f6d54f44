import type { Args } from '#kit/fields/words.ts';

/** What a rule decides: the next state, or a named refusal with what its words need. A rule never waits, reads a clock or throws. */
export type Verdict<S, No extends string> =
  | { readonly ok: true; readonly next: S }
  | { readonly ok: false; readonly refusal: No; readonly args?: Args };

export const allow = <S>(next: S): { readonly ok: true; readonly next: S } => ({ ok: true, next });
export const deny = <No extends string>(refusal: No, args: Args = {}): { readonly ok: false; readonly refusal: No; readonly args: Args } => ({
  ok: false,
  refusal,
  args,
});
