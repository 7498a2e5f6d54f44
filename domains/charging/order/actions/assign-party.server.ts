import { sql } from 'kysely';
import { refuse } from '#kit/resource/refusal.ts';
import type { Party } from '#domains/customer/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { act, takeInHand } from './order-action.server.ts';
import type { OrderDesk } from './order-action.server.ts';
import { walletName } from '../start/open-order.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { orderLabels, orderWords } from '../order.labels.ts';
import { visiblePayer } from '../start/visible-payer.server.ts';
import { kitRefusals } from '#kit/server/refusals.ts';

/** Somebody is found to pay for an order of nobody known. What is frozen at a start is frozen now. */
export const assignPartyHandlers = (desk: OrderDesk): Pick<Handlers<typeof chargingOrderApi>, 'assignParty'> => ({
  assignParty: async (ctx, { chargingOrderNo, mainPartType, mainPartId, reason }) => {
    const hand = await takeInHand(ctx, desk, chargingOrderNo);
    const { row } = hand.order;
    const party = await visiblePayer(ctx, mainPartType, mainPartId);
    if (party.tenantId !== row.tenantId)
      refuse(kitRefusals, 'apart', { label: ctx.say(orderLabels.fields.mainPartType), scope: ctx.say(orderLabels.fields.tenantId) });
    if (party.currency !== row.currency) refuse(orderRefusals, 'party.currency', { a: party.currency, b: row.currency });
    if (party.state === 'disabled') refuse(orderRefusals, 'party.unusable');
    await nameParty(ctx.db, row.orderId, party);
    await act(hand, {
      kind: 'assignParty',
      party: { mainPartType: party.mainPartType, mainPartId: party.mainPartId },
      by: ctx.viewer.username,
      reason: reason ?? '',
      secondBy: null,
    });
    return ctx.say(orderWords.assigned);
  },
});

/** Freezes in an order who pays for it. */
export const nameParty = async (tx: Tx, orderId: string, party: Party): Promise<void> => {
  await sql`update charging_order set main_part_type = ${party.mainPartType}, main_part_id = ${party.mainPartId}, cust_id = ${party.custId}, cust_name = ${party.custName},
    user_name = ${party.userName}, user_mobile = ${party.userMobile}, ic_card_id = ${party.icCardId}, ic_card_no = ${party.icCardNo}, car_vin = coalesce(${party.carVin}, car_vin),
    car_num = coalesce(${party.carNum}, car_num), vip_level_name = ${party.vipLevelName}, vip_discounts = ${JSON.stringify(party.vipDiscounts)}::jsonb, wallet_owner = ${walletName(party)}
    where charging_order_id = ${orderId}`.execute(tx);
};
