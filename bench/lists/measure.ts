import type pg from 'pg';
import type { RequestKind } from './request-kinds.ts';
import type { ServerProgram } from './bench-database.ts';
import { getResult } from './viewers.ts';

export interface Timings {
  readonly times: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** Requests of one kind; enough that one slow request in twenty is seen. */
const REQUESTS = 60;

/** Sends the queries of a kind in turn, one request after the other, over HTTP: the page with its count. */
export const timeRequests = async (program: ServerProgram, { viewer, queries }: RequestKind): Promise<Timings> => {
  const paths = queries.map((query) => `/order/sseChargingOrder/list?${new URLSearchParams(query).toString()}`);
  for (const path of paths) await getResult(program, viewer.token, path);
  return timed(REQUESTS, (turn) => getResult(program, viewer.token, paths[turn % paths.length] ?? ''));
};

export const timed = async (times: number, work: (turn: number) => Promise<unknown>): Promise<Timings> => {
  const durationsMs: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const begunMs = performance.now();
    await work(turn);
    durationsMs.push(performance.now() - begunMs);
  }
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { times, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: sorted.at(-1) ?? Number.NaN };
};

/**
 * The limit: what an expert would write for this page and its count, directly in SQL, with the viewer's scope as a plain condition, without row-level
 * security, and only the columns of the table.
 */
export const timeHandWrittenSql = (
  client: pg.Client,
  page: { readonly scope: string; readonly offset: number; readonly size: number },
): Promise<Timings> =>
  timed(REQUESTS, async () => {
    const { scope, offset, size } = page;
    await client.query(`select o.*, s.station_name, a.agent_name, t.name from (select charging_order_id from charging_order where ${scope} and not is_delete order by create_time desc, charging_order_id desc limit ${size} offset ${offset}) k
      join charging_order o using (charging_order_id) join station s on s.station_id = o.station_id join agent a on a.agent_id = o.agent_id join tenant t on t.tenant_id = o.tenant_id
      order by o.create_time desc, o.charging_order_id desc`);
    await client.query(`select count(*) from (select 1 from charging_order where ${scope} and not is_delete limit 20001) x`);
  });
