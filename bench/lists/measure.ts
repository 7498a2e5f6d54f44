import type pg from 'pg';
import type { Case } from './cases.ts';
import type { Program } from './ground.ts';
import { ask } from './people.ts';

export interface Timed {
  readonly times: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** Requests of one case; enough that one slow one of twenty is seen. */
const TIMES = 60;

/** Asks a case's queries in turn, one request after the other, over HTTP: the page with its count. */
export const timeCase = async (program: Program, { viewer, queries }: Case): Promise<Timed> => {
  const paths = queries.map((query) => `/order/sseChargingOrder/list?${new URLSearchParams(query).toString()}`);
  for (const path of paths) await ask(program, viewer.token, path);
  return timed(TIMES, (turn) => ask(program, viewer.token, paths[turn % paths.length] ?? ''));
};

export const timed = async (times: number, work: (turn: number) => Promise<unknown>): Promise<Timed> => {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const begunMs = performance.now();
    await work(turn);
    taken.push(performance.now() - begunMs);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { times, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: sorted.at(-1) ?? Number.NaN };
};

/**
 * The limit: what an expert would write for this page and its count, straight to the database, with the viewer's scope as a plain
 * condition and no row security, and only the columns of the table.
 */
export const timeByHand = (client: pg.Client, asked: { readonly scope: string; readonly offset: number; readonly size: number }): Promise<Timed> =>
  timed(TIMES, async () => {
    const { scope, offset, size } = asked;
    await client.query(`select o.*, s.station_name, a.agent_name, t.name from (select charging_order_id from charging_order where ${scope} and not is_delete order by create_time desc, charging_order_id desc limit ${size} offset ${offset}) k
      join charging_order o using (charging_order_id) join station s on s.station_id = o.station_id join agent a on a.agent_id = o.agent_id join tenant t on t.tenant_id = o.tenant_id
      order by o.create_time desc, o.charging_order_id desc`);
    await client.query(`select count(*) from (select 1 from charging_order where ${scope} and not is_delete limit 20001) x`);
  });
