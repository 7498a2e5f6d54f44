import { onTestFinished, vi } from 'vitest';
import { BASE_PATH } from '../calls/transport.ts';

export type FakeServer = (path: string, query: Readonly<Record<string, string>>) => unknown;

interface AskedCall {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Answers calls in place of a server and records them. An error that `serve` throws becomes a refusal with its message. */
export const serveCalls = (serve: FakeServer) => {
  const calls: AskedCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, location.href);
    const path = pathname.replace(BASE_PATH, '');
    const { _t: _stamp, ...query } = Object.fromEntries(searchParams);
    // The first call of a page also requests the encryption settings; this is not recorded.
    if (path !== '/sys/getEncryptedString')
      calls.push({ path, query, ...(typeof init?.body === 'string' && { body: JSON.parse(init.body) as unknown }) });
    try {
      return json(200, { success: true, code: 200, message: '', result: await serve(path, query), timestamp: 0 });
    } catch (problem) {
      return json(200, { success: false, code: 500, message: (problem as Error).message, result: null, timestamp: 0 }); // thrown by the test
    }
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return calls;
};

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** The requested page of the rows. */
export const pageOf = <R>(rows: readonly R[], query: Readonly<Record<string, string>>) => {
  const [pageNo, size] = [Number(query['pageNo'] ?? 1), Number(query['pageSize'] ?? 10)];
  return { records: rows.slice((pageNo - 1) * size, pageNo * size), total: rows.length, current: pageNo, size, pages: Math.ceil(rows.length / size) };
};
