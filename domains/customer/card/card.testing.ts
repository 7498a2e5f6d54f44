import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { RowMaker, SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText, ownerIds, phone } from '#kit/test/nouns/row-makers.ts';
import { withAndWithoutOwner } from '../binding/owner-samples.fixture.ts';
import { cardApi } from './card.ts';

const draft: NonNullable<RowMaker['draft']> = async (b, owner) => ({
  ...ownerIds(b, owner),
  custId: b.key('customer', owner),
  icCardNo: `C${b.next()}${markOf(ownerAt(owner, 'agent'))}`,
  cardPeople: markedText(b, owner, 'agent'),
  cardPhone: phone(b),
  canDiscount: 1,
  cardPwd: '123456',
});

const cardWithoutOwner = async (maker: SampleMaker): Promise<string> => {
  const [, withoutOwner] = await withAndWithoutOwner(draft)(maker);
  return textAt(await maker.builder.ok(cardApi.add, withoutOwner), 'icCardId');
};

export const testing = nounTesting({
  name: 'card',
  rows: rowsByAdding('agent', { add: cardApi.add, key: 'icCardId', needs: ['customer'] }, draft),
  bench: {
    sql: [
      `insert into ic_card (ic_card_id, tenant_id, agent_id, ic_card_no, cust_id, card_people, card_phone, currency, create_time)
        select n, ${TENANT}, ${AGENT}, 'C' || lpad(n::text, 12, '0'), n, 'Holder ' || n, '13' || lpad(n::text, 9, '0'), 'CNY', ${AT} ${rowsOf()}`,
    ],
  },
  samples: { add: withAndWithoutOwner(draft), edit: async (maker) => [{ icCardId: await cardWithoutOwner(maker) }] },
  aliases: {
    mainPartId: { nounBy: { input: 'mainPartType', nouns: { 1: 'customer', 2: 'card', 3: 'customer', 4: 'car' } } },
    mainPartNo: { field: 'icCardNo' },
  },
  // Numbers of new cards, which no row has yet.
  namesNoRow: ['icCardNo', 'cardCarNo'],
});
