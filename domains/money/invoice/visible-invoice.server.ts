import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { invoice } from './invoice.ts';
import { lockInvoice } from './read-invoice.server.ts';
import type { StoredInvoice } from './stored-invoice.rules.ts';

/** The row is read in the viewer's scope first. */
export const lockVisible = async (ctx: Context, invoiceId: string): Promise<StoredInvoice> => {
  await ctx.rows(invoice).get(invoiceId);
  return (await lockInvoice(ctx.db, invoiceId)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};
