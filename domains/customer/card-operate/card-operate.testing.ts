import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { firstListed } from '#kit/test/nouns/row-makers.ts';
import { cardOperateApi } from './card-operate.ts';

export const testing = nounTesting({
  name: 'cardOperate',
  rows: {
    level: 'agent',
    needs: ['card'],
    make: async (b, owner) => firstListed(b, cardOperateApi.list, { filter: { icCardId: await b.make('card', owner) }, key: 'icCardOperateId' }),
  },
  bench: {
    sql: [
      `insert into ic_card_operate (tenant_id, agent_id, ic_card_id, ic_card_no, csr_flag, create_time)
        select tenant_id, agent_id, ic_card_id, ic_card_no, 1 + ic_card_id % 8, create_time from ic_card`,
    ],
  },
});
