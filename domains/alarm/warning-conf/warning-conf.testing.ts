import { AT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByStaff } from '#kit/test/nouns/row-makers.ts';
import { warningConfApi } from './warning-conf.ts';

const BENCH_CONFS = 10_000;
const template = (text: string) => `{level} {station} {cp} {errorInfo} {time} ${text}`;

export const testing = nounTesting({
  name: 'warningConf',
  rows: rowsByStaff({ add: warningConfApi.add, key: 'warningConfId', needs: ['exceptionConf'] }, async (b, owner) => ({
    exceptionConfId: await b.make('exceptionConf', owner),
    warningLang: 'en_US',
    warningConfName: markedText(b, owner, 'tenant'),
    warningMsgTempl: template(markedText(b, owner, 'tenant')),
    warningCount: 1,
  })),
  samples: {
    sendSample: async ({ own }) => [{ warningMsgTempl: template('sample'), warningLang: 'en_US', warningAccountId: await own('warningAccount') }],
  },
  refusedHere: { sendSample: 'The account is not verified yet' },
  bench: {
    rows: BENCH_CONFS,
    sql: [
      `insert into warning_conf (tenant_id, exception_conf_id, warning_lang, warning_conf_name, warning_msg_templ, create_time)
        select case when n % 2 = 0 then 1 else n end, n, 'en_US', 'Name ' || n, 'Text ' || n, ${AT} ${rowsOf(BENCH_CONFS)}`,
    ],
  },
});
