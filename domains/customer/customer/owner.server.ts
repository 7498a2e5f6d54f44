import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { tenant } from '#domains/network/resources.ts';
import { customer } from './customer.ts';
import { customerLabels } from './customer.labels.ts';

/** The agent of a new customer: the requested one, else the viewer's only agent. */
export const recruiterOf = (viewer: Viewer, agentId: string | null | undefined): string | null => agentId ?? singleId(viewer.sees.agent) ?? null;

/** All wallets of a tenant are kept in its currency. */
export const tenantCurrency = async (ctx: Context, tenantId: string): Promise<string> =>
  (await ctx.rows(tenant).find(tenantId))?.currency ?? throwRefusal(kitRefusals, 'outOfScope', { label: ctx.say(customerLabels.fields.tenantId) });

/** The customer to whom a card or car is assigned; refused when the viewer cannot see that customer. */
export const ownerOf = async (ctx: Context, custId: string | null | undefined) =>
  custId ? ((await ctx.rows(customer).find(custId)) ?? throwRefusal(kitRefusals, 'outOfScope', { label: ctx.say(customerLabels.noun) })) : undefined;
