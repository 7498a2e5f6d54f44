import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import { login, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { productHashCost } from './hasher.server.ts';

let world: PeopleServer;
beforeAll(async () => {
  world = await startPeople(undefined, { hashCost: productHashCost });
  await world.addOk(viewers.platform(), 'slow.one', { roleId: world.role('tenantAdmin'), tenantId: 1 });
});
afterAll(() => world.close());

const HASH_BEGINS = '$argon2id$v=19$m=19456,t=2,p=1$';

test('a password is stored as argon2id with 19 MiB and two rounds', async () => {
  const stored = await world.server.database.asSuperuser<{ password: string }>('select password from sys_user');
  expect(stored.map(({ password }) => password.slice(0, HASH_BEGINS.length))).toEqual([HASH_BEGINS, HASH_BEGINS]);
});

test('an unknown name and a wrong password get the same answer after the same work', async () => {
  let addresses = 0;
  const timed = async (username: string) => {
    const begunMs = performance.now();
    // Each sign-in comes from an address of its own.
    const answer = await login(world.server, { username, password: 'Wrong-Horse-7' }, { 'x-forwarded-for': `10.0.0.${++addresses}` });
    return { answer: { ...answer, timestamp: 0 }, ms: performance.now() - begunMs };
  };
  await timed('warm.up');
  const knownMs: number[] = [];
  const unknownMs: number[] = [];
  for (let round = 0; round < 4; round++) {
    const [known, unknown] = [await timed('slow.one'), await timed('nobody.here')];
    expect(known.answer).toEqual(unknown.answer);
    expect(known.answer).toMatchObject({
      status: 200,
      success: false,
      message: 'User name or password is wrong; check both, or choose Forgotten password',
    });
    knownMs.push(known.ms);
    unknownMs.push(unknown.ms);
  }
  // Without the dummy hash the unknown name would answer in a tenth of the time.
  expect(Math.min(...unknownMs)).toBeGreaterThan(Math.min(...knownMs) / 5);
});
