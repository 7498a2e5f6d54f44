import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { onlyOne } from '#kit/server/context/viewer.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { tenant } from '#domains/network/resources.ts';
import { customer } from './customer.ts';
import { customerLabels } from './customer.labels.ts';

/** What an agent adds is the agent's own, also when nobody says so. */
export const recruiterOf = (viewer: Viewer, asked: string | null | undefined): string | null => asked ?? onlyOne(viewer.sees.agent) ?? null;

/** All wallets of a tenant are kept in its currency. */
export const tenantCurrency = async (ctx: Context, tenantId: string): Promise<string> =>
  (await ctx.rows(tenant).find(tenantId))?.currency ?? refuse(kitRefusals, 'outOfScope', { label: ctx.say(customerLabels.fields.tenantId) });

/** The customer a card or car is given to; refused when the viewer cannot see it. */
export const ownerOf = async (ctx: Context, custId: string | null | undefined) =>
  custId ? ((await ctx.rows(customer).find(custId)) ?? refuse(kitRefusals, 'outOfScope', { label: ctx.say(customerLabels.noun) })) : undefined;
