import { exceptionRecord } from '#domains/alarm/resources.ts';
import { batchesOf, connectForLoad, dropIndexes, randomShare, runInLanes } from './bulk-load.ts';
import { NETWORK_SIZE, tenantOfAgent } from './network.ts';
import type { MeasuredNoun } from './request-kinds.ts';

export const measuredExceptions: MeasuredNoun = {
  resource: exceptionRecord,
  combined: [
    ['that last', { isPresent: '1' }],
    ['open or acknowledged', { solveStat: '0,1' }],
    ['critical and open', { exceptionLevel: '1', solveStat: '0' }],
    ['gun faults of a code', { exceptionType: '2', exceptionCode: '65' }],
    ['offline, of stations', { exceptionType: '3', stationId: '1,2,3,11' }],
    ['of a pile, that last', { cpCode: 'L000001', isPresent: '1' }],
  ],
};

/** Loads `count` exceptions of three years at the piles of the network, one in ten thousand of which lasts: rows first, indexes afterwards. */
export const loadExceptions = async (superuserUrl: string, options: { readonly count: number; readonly now: Date }): Promise<void> => {
  const client = await connectForLoad(superuserUrl);
  const indexes = await dropIndexes(client, 'exception_record');
  await runInLanes(superuserUrl, batchesOf(options.count), async (lane, [from, to]) => void (await lane.query(exceptionSql(options), [from, to])));
  await runInLanes(superuserUrl, indexes, async (lane, index) => void (await lane.query(index)));
  await client.query(`select setval(pg_get_serial_sequence('exception_record', 'exception_record_id'), $1)`, [options.count]);
  await client.query('vacuum (analyze)');
  await client.end();
};

/** Inserts exceptions $1 to $2. Some stations have many times the exceptions of others, and some codes those of others. */
const exceptionSql = ({ count, now }: { readonly count: number; readonly now: Date }): string => `
insert into exception_record (exception_record_id, tenant_id, agent_id, station_id, cp_code, gun_number, exception_type, exception_code, exception_level, error_info,
  error_time, fault_end_time, solve_stat, solve_remark, solve_time, solve_user, ack_time, ack_user, create_time)
select n, ${tenantOfAgent}[1 + (s - 1) / 10], 1 + (s - 1) / 10, s, 'L' || lpad(((s - 1) * ${NETWORK_SIZE.pilesPerStation} + 1 + (n % ${NETWORK_SIZE.pilesPerStation})::int)::text, 6, '0'),
  (n % 3)::int, 1 + floor(9 * r2 * r2)::int, 1 + floor(90 * r3 * r3)::int, 1 + floor(4 * sqrt(r4))::int, 'code ' || floor(90 * r3 * r3)::int, at,
  case when lasts then null else at + r2 * interval '6 hours' end, case when lasts then (n % 2)::int when r4 < 0.9 then 3 else 2 end,
  case when not lasts and r4 >= 0.9 then 'replaced the fuse' end, case when not lasts and r4 >= 0.9 then at + interval '7 hours' end, case when not lasts and r4 >= 0.9 then 'operator' end,
  case when r4 >= 0.8 then at + interval '20 minutes' end, case when r4 >= 0.8 then 'operator' end, at
from (select n, r2, r3, r4, 1 + floor(${NETWORK_SIZE.stations} * r1 * sqrt(r1))::int as s, n > ${count} * 0.999 and r1 < 0.1 as lasts,
    timestamptz '${now.toISOString()}' - interval '${NETWORK_SIZE.years} years' * (1 - power(n / ${count}.0::float8, 0.7)) as at
  from (select n, ${[1, 2, 3, 4].map((seed) => `${randomShare(seed)} as r${seed}`).join(', ')} from generate_series($1::bigint, $2::bigint) n offset 0) x offset 0) y`;
