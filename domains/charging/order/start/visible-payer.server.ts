import { mainPartType } from '#engines/order/codes.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import { car, card, customer } from '#domains/customer/resources.ts';
import type { Party } from '#domains/customer/resources.ts';
import { partyById } from '#domains/customer/server.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { orderLabels } from '../order.labels.ts';

/** Somebody the operator names to pay. One whom the operator cannot see is answered like nobody at all. */
export const visiblePayer = async (ctx: Context, kind: MainPartType, id: string): Promise<Party> => {
  const noun = kind === mainPartType.icCard ? card : kind === mainPartType.vehicleVin ? car : customer;
  const seen = await ctx.anyRows(noun).find(id);
  const party = seen && (await partyById(ctx.db, kind, id));
  return party ?? refuse(kitRefusals, 'outOfScope', { label: ctx.say(orderLabels.fields.mainPartType) });
};
