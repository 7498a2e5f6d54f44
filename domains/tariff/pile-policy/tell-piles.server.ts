import type { Context } from '#kit/server/context/context.ts';

/** Sees to it that piles have the prices they follow now, in the transaction that changed them: some piles, or all of a rule. */
export type TellPiles = (ctx: Context, which: { readonly cpCodes: readonly string[] } | { readonly rateRuleId: string }) => Promise<void>;
