import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { rowsByStaff, markedText } from '#kit/test/nouns/row-makers.ts';
import { noticeApi } from './notice.ts';

const BENCH_NOTICES = 20_000;

/** A notice that was sent to everyone at the position. */
export const releasedNotice = async ({ own, fresh, builder, owner }: SampleMaker): Promise<string> => {
  const id = await own('notice');
  if (fresh) await builder.okAsStaff(owner, noticeApi.doReleaseData, { id });
  return id;
};

export const testing = nounTesting({
  name: 'notice',
  rows: rowsByStaff({ add: noticeApi.add, key: 'id' }, async (b, owner) => ({
    titile: markedText(b, owner, 'tenant'),
    msgContent: `<p>${markedText(b, owner, 'tenant')}</p>`,
    priority: 'L',
    msgCategory: '1',
    msgType: 'ALL',
  })),
  bench: {
    rows: BENCH_NOTICES,
    sql: [
      `insert into sys_announcement (id, tenant_id, titile, msg_content, priority, msg_category, msg_type, send_status, sender, create_time)
        select 1000000 + n, ${TENANT}, 'Notice ' || n, 'x', 'L', 1 + n % 2, 'ALL', n % 3, 'bench', ${AT} ${rowsOf(BENCH_NOTICES)}`,
    ],
  },
  samples: { doReovkeData: async (maker) => [{ id: await releasedNotice(maker) }] },
  aliases: { anntId: {} },
  namesNoRow: ['busId'],
});
