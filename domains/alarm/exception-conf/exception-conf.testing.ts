import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByStaff } from '#kit/test/nouns/row-makers.ts';
import { exceptionConfApi } from './exception-conf.ts';

const BENCH_CONFS = 2_000;

export const testing = nounTesting({
  name: 'exceptionConf',
  rows: rowsByStaff({ add: exceptionConfApi.add, key: 'exceptionConfId' }, async (b, owner) => ({
    exceptionType: 11,
    exceptionCode: b.nextOf('exceptionCode'),
    exceptionConfDesc: markedText(b, owner, 'tenant'),
    exceptionLevel: 3,
    exceptionConfStat: 1,
    isWarning: 0,
    onDelay: 0,
    offDelay: 60,
    flapLimit: 5,
    isOutage: 0,
  })),
  bench: {
    rows: BENCH_CONFS,
    sql: [
      `insert into exception_conf (tenant_id, exception_type, exception_code, exception_conf_desc, exception_level, exception_conf_stat, is_warning, on_delay, off_delay, flap_limit, is_outage, create_time)
        select ${TENANT}, 11, n, 'Code ' || n, 3, 1, 0, 0, 60, 5, 0, ${AT} ${rowsOf(BENCH_CONFS)}`,
    ],
  },
});
