import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { markedText, ownerIds, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { privilegeCardApi } from './privilege-card.ts';

const draft = async (b: Builder, owner: Owner) => ({
  ...ownerIds(b, owner),
  cardName: markedText(b, owner, 'agent'),
  cardKind: 1,
  price: '30.00',
  validDays: 30,
  discountPercent: 50,
  rateTypes: [2],
  level: 2,
  agentIds: [{ agentId: b.key('agent', owner) }],
  overlayVip: 1,
  overlayCoupon: 1,
  vipLevelValLimit: 0,
  limitNum: 50,
  sort: 1,
});

/** A card that can be given and sold. */
export const cardOnSale = async (b: Builder, owner: Owner): Promise<string> => {
  const privilegeCardId = textAt(await b.ok(privilegeCardApi.add, await draft(b, owner)), 'privilegeCardId');
  await b.ok(privilegeCardApi.changeState, { id: privilegeCardId, state: 1 });
  await inSystem(b.database, (tx) =>
    sql`insert into privilege_card_feature (tenant_id, feature, update_by, update_time) values (${b.key('tenant', owner)}::int8, 1, 'test', now())
      on conflict (tenant_id) do update set feature = 1`.execute(tx),
  );
  return privilegeCardId;
};

export const testing = nounTesting({
  name: 'privilegeCard',
  rows: rowsByAdding('agent', { add: privilegeCardApi.add, key: 'privilegeCardId', needs: ['customer', 'card'] }, draft),
  bench: {
    sql: [
      `insert into privilege_card (privilege_card_id, tenant_id, agent_id, card_name, card_kind, price, discount_percent, level, valid_days, overlay_vip, overlay_coupon,
          vip_level_val_limit, limit_num, sort, currency, create_time)
        select n, ${TENANT}, ${AGENT}, 'Card ' || n, 1 + n % 3, 3000, 50, 2, 30, 1, 1, 0, 1, 0, 'CNY', ${AT} ${rowsOf()}`,
    ],
  },
  // The staff of an agent; that of the tenant may.
  refusedHere: { toggleFeature: 'The tenant switches the feature' },
  samples: {
    toggleFeature: async ({ builder, owner }) => [{ enable: 1, tenantId: builder.key('tenant', owner) }],
    feature: async ({ builder, owner }) => [{ tenantId: builder.key('tenant', owner) }],
    changeState: async ({ own }) => [{ id: await own('privilegeCard'), state: 1 }],
    grant: async ({ builder, owner, own }) => [{ privilegeCardId: await cardOnSale(builder, owner), mainPartType: 2, mainPartId: await own('card') }],
    grantToCard: async ({ builder, owner, own }) => [{ privilegeCardId: await cardOnSale(builder, owner), icCardId: await own('card') }],
    grantToCustomer: async ({ builder, owner, own }) => [{ privilegeCardId: await cardOnSale(builder, owner), custId: await own('customer') }],
  },
});
