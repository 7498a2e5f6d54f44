import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '#kit/test/database.ts';
import { unclaimedNames, claimName, NameInUse } from './presence.ts';

const database = await freshDatabase();
afterAll(() => database.close());
const { url } = database;
const terminate = (name: string) =>
  database.asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chargeops-${name}'`);

test('one living process has a name; whoever wants it too is refused, and gets it when that one goes', async () => {
  const first = await claimName({ url, name: 'one' });
  await expect(claimName({ url, name: 'one', waitMs: 0 })).rejects.toThrow(NameInUse);
  await expect(claimName({ url, name: 'one', waitMs: 0 })).rejects.toThrow('Another process on this database has the name one');
  const other = await claimName({ url, name: 'two', waitMs: 0 });
  const waits = claimName({ url, name: 'one' });
  await first.close();
  const second = await waits;
  expect(await unclaimedNames(database, ['one', 'two', 'three', 'zwölf'])).toEqual(['three', 'zwölf']);
  await second.close();
  await other.close();
  await expect.poll(() => unclaimedNames(database, ['one', 'two'])).toEqual(['one', 'two']);
});

test('a connection that is lost comes back with the name, and says how long it was away', async () => {
  const away: number[] = [];
  const presence = await claimName({ url, name: 'cut', onReacquired: (awayMs) => away.push(awayMs) });
  await terminate('cut');
  await expect.poll(() => away.length).toBe(1);
  expect(away[0]).toBeGreaterThanOrEqual(400);
  expect(await unclaimedNames(database, ['cut'])).toEqual([]);
  await presence.close();
});
