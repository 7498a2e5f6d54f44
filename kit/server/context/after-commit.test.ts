import { afterAll, beforeAll, expect, test } from 'vitest';
import { domain, feature } from '#kit/resource/feature.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { freshDatabase } from '#kit/test/database.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { sql } from 'kysely';
import { implement } from './route.ts';

const common = { method: 'POST', allow: 'signedIn', input: {}, output: words() } as const;
const api = {
  inside: endpoint({ ...common, path: '/test/inside' }),
  outside: endpoint({ ...common, path: '/test/outside', noTransaction: true }),
};

const failures: unknown[] = [];
let server: TestServer;
beforeAll(async () => {
  const fails = (): never => {
    throw new Error('a task');
  };
  server = await startTestServer({
    domains: [domain('test', [feature({ name: 'act', api })])],
    database: await freshDatabase({ onTaskError: (error) => void failures.push(error) }),
    routes: implement(api, {
      inside: async (ctx) => {
        await sql`insert into act values (1)`.execute(ctx.db);
        ctx.afterCommit(fails);
        return 'done';
      },
      outside: async (ctx) => {
        ctx.afterCommit(fails);
        return 'done';
      },
    }),
  });
  await server.database.asSuperuser('create table act (n int); grant select, insert on act to chargeops_app');
});
afterAll(() => server.close());

test('an act that is committed is answered as done, whatever fails afterwards; the failure is reported', async () => {
  expect(await server.call(viewers.platform(), api.inside, {})).toMatchObject({ status: 200, success: true, message: 'done' });
  expect(await server.database.asSuperuser('select n from act')).toEqual([{ n: 1 }]);
  expect(failures).toEqual([new Error('a task')]);
});

test('the same holds for an act without a transaction', async () => {
  expect(await server.call(viewers.platform(), api.outside, {})).toMatchObject({ status: 200, success: true, message: 'done' });
  expect(failures).toHaveLength(2);
});
