import type pg from 'pg';
import type { Feature } from '#kit/resource/feature.ts';
import { ROWS } from '#kit/test/nouns/bench-rows.ts';
import { gatherTestings } from '#kit/test/nouns/gather.ts';

const testings = await gatherTestings();

/** Inserts many rows of every noun that is listed, as each noun's testing file defines them. */
export const fillNouns = async (client: pg.Client): Promise<void> => {
  // Foreign keys hold by construction; checking a million of them is not what is measured.
  await client.query(`set session_replication_role = replica`);
  for (const statement of testings.flatMap(({ bench }) => bench?.sql ?? [])) await client.query(statement);
  await client.query('vacuum (analyze)');
};

/** The nouns that have too few rows to measure anything. */
export const nounsWithFewRows = async (client: pg.Client, features: readonly Feature[]): Promise<readonly string[]> => {
  const names: string[] = [];
  for (const { name, resource } of features) {
    if (!resource) continue;
    const { rows: counted } = await client.query<{ n: number }>(`select count(*)::int as n from ${resource.table}`);
    const minimumRows = testings.find((testing) => testing.name === name)?.bench?.rows ?? ROWS;
    if ((counted[0]?.n ?? 0) < minimumRows) names.push(name);
  }
  return names;
};
