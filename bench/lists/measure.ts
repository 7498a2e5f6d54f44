import type pg from 'pg';
import { requestKindsOf } from './request-kinds.ts';
import type { MeasuredNoun, RequestKind } from './request-kinds.ts';
import type { ServerProgram } from './bench-database.ts';
import { getResult } from './viewers.ts';
import type { Viewer } from './viewers.ts';

export interface Timings {
  readonly times: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** Requests of one kind; enough that one slow request in twenty is seen. */
const REQUESTS = 60;

/** Sends the queries of a kind in turn, one request after the other, over HTTP: the page with its count. */
export const timeRequests = async (program: ServerProgram, { viewer, path, queries }: RequestKind): Promise<Timings> => {
  const addresses = queries.map((query) => `${path}?${new URLSearchParams(query).toString()}`);
  for (const address of addresses) await getResult(program, viewer.token, address);
  return timed(REQUESTS, (turn) => getResult(program, viewer.token, addresses[turn % addresses.length] ?? ''));
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

interface MeasuredList {
  readonly client: pg.Client;
  readonly noun: MeasuredNoun;
  readonly viewer: Viewer;
  readonly limitMs: number;
}

/** Sends every kind of request of a viewer and prints the slowest. Returns what was beyond the limit. */
export const measureViewer = async (program: ServerProgram, { client, noun, viewer, limitMs }: MeasuredList): Promise<readonly string[]> => {
  const results = [];
  for (const kind of await requestKindsOf(client, noun, viewer)) results.push({ what: kind.what, time: await timeRequests(program, kind) });
  const worst = results.toSorted((a, b) => b.time.p95Ms - a.time.p95Ms);
  const slow = worst.filter(({ time }) => time.p95Ms >= limitMs);
  const requests = results.reduce((sum, { time }) => sum + time.times, 0);
  const slowest = worst.slice(0, 4).map(({ what, time }) => `${what} p50 ${time.p50Ms.toFixed(1)} p95 ${time.p95Ms.toFixed(1)}`);
  console.log(`${viewer.name.padEnd(12)} ${results.length} kinds of request, ${requests} requests; slowest: ${slowest.join(' | ')}`);
  for (const { what, time } of slow)
    console.log(`  OVER       ${what}: p50 ${time.p50Ms.toFixed(1)} ms, p95 ${time.p95Ms.toFixed(1)} ms, at most ${time.maxMs.toFixed(1)} ms`);
  return slow.length > 0 ? [`${slow.length} kinds of the ${viewer.name}'s`] : [];
};
