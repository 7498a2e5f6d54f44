import { minorDigits } from '#engines/money/currency.ts';
import { formatDecimal } from '#engines/money/decimal.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { endCard, quoteRefund } from './end-card.server.ts';
import { privilegeCardHoldRefusals, privilegeCardHoldWords } from './privilege-card-hold.labels.ts';
import { privilegeCardHold, privilegeCardHoldApi } from './privilege-card-hold.ts';

const { list, queryById, exportXls } = crudHandlers(privilegeCardHold);
const REASON_MIN = 2;

const amountText = ({ refundCents, currency }: { readonly refundCents: bigint; readonly currency: string }): string =>
  formatDecimal(refundCents, minorDigits(currency) ?? 2);

export const privilegeCardHoldRoutes = implement(privilegeCardHoldApi, {
  list,
  queryById,
  ...revealHandlers(privilegeCardHold),
  exportXls,
  refundQuote: async (ctx, { privilegeCardHoldId }) => {
    await ctx.rows(privilegeCardHold).get(privilegeCardHoldId);
    const quote = await quoteRefund(ctx.db, privilegeCardHoldId, ctx.now);
    return { refundAmount: amountText(quote), currency: quote.currency };
  },
  end: async (ctx, { privilegeCardHoldId, reason, refund }) => {
    const because = reason?.trim() ?? '';
    if (because.length < REASON_MIN) throwRefusal(privilegeCardHoldRefusals, 'privilegeCardHold.reasonMissing');
    await ctx.rows(privilegeCardHold).get(privilegeCardHoldId);
    const ended = await endCard(ctx.db, {
      holdId: privilegeCardHoldId,
      reason: because,
      refund: refund === 1,
      by: ctx.viewer.username,
      now: ctx.now,
    });
    return ended.refundCents === 0n
      ? ctx.say(privilegeCardHoldWords.endedPlain)
      : ctx.say(privilegeCardHoldWords.ended, { amount: amountText(ended) });
  },
});
