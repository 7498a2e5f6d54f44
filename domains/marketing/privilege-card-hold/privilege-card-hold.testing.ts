import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { privilegeCardApi } from '../privilege-card/privilege-card.ts';
import { cardOnSale } from '../privilege-card/privilege-card.testing.ts';

/** The terms of a card of half the service at the stations of an agent. */
const BENCH_CARD_TERMS = `'{"names":["Card","Card","Card"],"currency":"CNY","level":2,"agentIds":["2"],"stationIds":[],"funder":"tenant","discountPercent":50,"rateTypes":[2],"overlayVip":true,"overlayCoupon":true}'::jsonb`;

export const testing = nounTesting({
  name: 'privilegeCardHold',
  rows: {
    level: 'agent',
    needs: ['privilegeCard', 'card', 'customer'],
    make: async (b, owner) => {
      const given = await b.ok(privilegeCardApi.grant, {
        privilegeCardId: await cardOnSale(b, owner),
        mainPartType: 2,
        mainPartId: b.key('card', owner),
      });
      return textAt(given, 'privilegeCardHoldId');
    },
  },
  bench: {
    sql: [
      `insert into privilege_card_hold (privilege_card_hold_id, tenant_id, agent_id, privilege_card_id, main_part_type, main_part_id, main_part_no, main_part_name, cust_id,
          ordinal, terms, begins_at, expires_at, zone, days, source, funder, currency, create_time)
        select n, ${TENANT}, ${AGENT}, n, 1 + n % 4, n, 'C' || n, 'Holder ' || n, n, 1, ${BENCH_CARD_TERMS}, ${AT}, ${AT} + interval '31 days', 'UTC', 31, 2, 'tenant', 'CNY',
          ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    end: async ({ own }) => [{ privilegeCardHoldId: await own('privilegeCardHold'), reason: 'mistake', refund: 1 }],
    refundQuote: async ({ own }) => [{ privilegeCardHoldId: await own('privilegeCardHold') }],
  },
});
