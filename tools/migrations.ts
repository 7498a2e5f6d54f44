import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from '../kit/db/schema/migrations.ts';
import { compareWithLanded } from './migrations/landed.ts';

/** Adds new migrations to the list of landed ones, as the last step before a migration lands; refuses migrations that must not land. */
const LIST = path.resolve(import.meta.dirname, '../kit/db/landed.txt');

const { problems, added, list } = compareWithLanded(await readMigrations(), readFileSync(LIST, 'utf8'));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else {
  writeFileSync(LIST, list);
  console.log(added.length > 0 ? `added to kit/db/landed.txt: ${added.join(', ')}` : 'no new migration');
}
