import type { Context } from '#kit/server/context/context.ts';

/** Queues the current prices for piles, in the transaction that changed the prices: for some piles, or for all piles that follow a rule. */
export type SendRatesToPiles = (ctx: Context, selection: { readonly cpCodes: readonly string[] } | { readonly rateRuleId: string }) => Promise<void>;
