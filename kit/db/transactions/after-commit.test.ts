import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { inSavepoint, inScope, inSystem, type Tx } from '../index.ts';
import { migrate } from '../schema/migrate.ts';

const failures: unknown[] = [];
const db = await freshDatabase({ onTaskError: (error) => void failures.push(error) });
afterAll(db.close);
const note = `CREATE TABLE note (n int PRIMARY KEY); CALL kit_shared_table('note');`;
beforeAll(async () => migrate({ url: db.ownerUrl, files: [{ number: 9001, name: '9001_note', path: 'note.sql', sql: note }] }));

const write = async (tx: Tx, n: number): Promise<void> => void (await sql`INSERT INTO note VALUES (${n})`.execute(tx));
const written = async (): Promise<readonly number[]> => (await db.asSuperuser<{ n: number }>('SELECT n FROM note ORDER BY n')).map(({ n }) => n);
const woken: string[] = [];
db.bus.on('topic', () => void woken.push('topic'));
/** The local bus calls its listeners in the next turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('tasks run in the order of asking, when others already see what was committed', async () => {
  const seen: unknown[] = [];
  const answer = await inSystem(db, async (tx) => {
    tx.afterCommit(() => void seen.push('first'));
    tx.afterCommit(() => void seen.push('second'));
    await write(tx, 1);
    expect(seen).toEqual([]);
    return 7;
  });
  expect([answer, seen]).toEqual([7, ['first', 'second']]);
  const read: Promise<readonly number[]>[] = [];
  await inScope(db, { tenants: 'all' }, async (tx) => {
    tx.afterCommit(() => void read.push(written()));
    await write(tx, 2);
  });
  expect(await Promise.all(read)).toEqual([[1, 2]]);
});

test('a transaction that is rolled back does nothing afterwards', async () => {
  const done: number[] = [];
  const failing = inSystem(db, async (tx) => {
    tx.afterCommit(() => void done.push(1));
    tx.wake('topic');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await nextTurn();
  expect([done, woken]).toEqual([[], []]);
});

test('a retried transaction does what its last attempt asked for, once', async () => {
  const done: string[] = [];
  let attempts = 0;
  await inSystem(db, async (tx) => {
    attempts += 1;
    const name = `attempt ${attempts}`;
    tx.afterCommit(() => void done.push(name));
    if (attempts < 3) throw Object.assign(new Error('conflict'), { code: '40001' });
  });
  expect(done).toEqual(['attempt 3']);
});

test('what a savepoint takes back it also does not do: the rest stays', async () => {
  const done: string[] = [];
  const ask = (tx: Tx, name: string): void => tx.afterCommit(() => void done.push(name));
  await inSystem(db, async (tx) => {
    ask(tx, 'before');
    const part = inSavepoint(tx, async () => {
      await write(tx, 10);
      ask(tx, 'refused');
      await inSavepoint(tx, async () => ask(tx, 'kept inside of what is refused'));
      throw new Error('refused');
    });
    await expect(part).rejects.toThrow('refused');
    expect(await inSavepoint(tx, async () => ask(tx, 'rehearsed'), { keepChanges: false })).toBeUndefined();
    await inSavepoint(tx, async () => {
      await write(tx, 11);
      ask(tx, 'kept');
    });
    ask(tx, 'after');
  });
  expect(done).toEqual(['before', 'kept', 'after']);
  expect(await written()).toEqual([1, 2, 11]);
});

test('a statement that fails in a savepoint leaves the transaction usable', async () => {
  await inSystem(db, async (tx) => {
    await expect(inSavepoint(tx, () => write(tx, 11))).rejects.toMatchObject({ code: '23505' });
    await write(tx, 12);
  });
  expect(await written()).toEqual([1, 2, 11, 12]);
});

test('the same wake of one transaction is one, also when a savepoint took the first back', async () => {
  const counted: string[] = [];
  const bus = { ...db.bus, wake: (topic: string) => void counted.push(topic) };
  await inSystem({ ...db, bus }, async (tx) => {
    await inSavepoint(tx, async () => tx.wake('b'), { keepChanges: false });
    for (const topic of ['a', 'b', 'a', 'b']) tx.wake(topic);
    tx.afterCommit(() => void counted.push('told'), 'order 1');
    tx.afterCommit(() => void counted.push('told'), 'order 1');
    tx.afterCommit(() => void counted.push('told'), 'order 2');
  });
  expect(counted).toEqual(['a', 'b', 'told', 'told']);
});

test('whoever waits on the bus of the database is woken', async () => {
  await inSystem(db, async (tx) => tx.wake('topic'));
  await nextTurn();
  expect(woken).toEqual(['topic']);
});

test('a task that fails is reported, changes no answer and keeps no other from running', async () => {
  const done: string[] = [];
  const answer = await inSystem(db, async (tx) => {
    tx.afterCommit(() => {
      throw new Error('a task');
    });
    tx.afterCommit(() => void done.push('next'));
    await write(tx, 20);
    return 'answer';
  });
  expect([answer, done, failures]).toEqual(['answer', ['next'], [new Error('a task')]]);
  expect(await written()).toContain(20);
});
