import pg from 'pg';
import { expect, test } from 'vitest';
import { readable } from '#kit/resource/resource.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { anonymousViewer } from '#kit/server/context/viewer.ts';
import { pageSql } from '#kit/server/lists/list-sql.ts';
import { sqlTypeOf } from '#kit/server/values/codec.ts';
import { freshDatabase } from '#kit/test/database.ts';
import { domains } from '#apps/domains.ts';
import { textOfBuilder } from './declared.ts';
import { createDescribe } from './describe.ts';

test('each field of a noun is a column of its type', async () => {
  const registry = createRegistry(domains);
  const nouns = registry.features.flatMap(({ resource }) => (resource ? [resource] : []));
  const database = await freshDatabase();
  const client = new pg.Client(database.superuserUrl);
  await client.connect();
  try {
    const describe = await createDescribe(client);
    const { rows } = await client.query<{ name: string; oid: number }>(`select typname as name, oid::int4 as oid from pg_type`);
    const oids = new Map(rows.map(({ name, oid }) => [name, oid]));
    const names = new Map(rows.map(({ name, oid }) => [oid, name]));
    // A small number is passed as a number, whatever the width of its column.
    const typesOf = (name: string) => (name === 'int4' ? ['int4', 'int2'] : [name]).flatMap((each) => oids.get(each) ?? []);
    const wrong: string[] = [];
    for (const noun of nouns) {
      const query = pageSql(
        { noun, viewer: anonymousViewer, registry, conditions: [] },
        { sort: { column: noun.key, order: 'asc' }, pageNo: 1, pageSize: 1 },
      );
      const { columns } = await describe(textOfBuilder(query), { nulls: false });
      for (const [name, field] of readable(noun)) {
        const column = columns.find((each) => each.name === name);
        const wanted = sqlTypeOf(field).replace(/^(.*)\[\]$/u, '_$1');
        if (!column || !typesOf(wanted).includes(column.type))
          wrong.push(`${noun.name}.${name} is declared ${wanted} and is ${column ? names.get(column.type) : 'no column'}`);
      }
    }
    expect(wrong).toEqual([]);
  } finally {
    await client.end();
    await database.close();
  }
});
