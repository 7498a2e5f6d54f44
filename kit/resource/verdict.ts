import type { Args } from '#kit/fields/words.ts';

/** The result of a rule: the next state, or a refusal with the arguments of its text. A rule never waits, reads a clock or throws. */
export type Verdict<S, No extends string> =
  | { readonly ok: true; readonly next: S }
  | { readonly ok: false; readonly refusal: No; readonly args?: Args };

export const allow = <S>(next: S): { readonly ok: true; readonly next: S } => ({ ok: true, next });
export const deny = <No extends string>(refusal: No, args: Args = {}): { readonly ok: false; readonly refusal: No; readonly args: Args } => ({
  ok: false,
  refusal,
  args,
});
