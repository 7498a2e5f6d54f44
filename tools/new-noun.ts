import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digitsOf, readMigrations } from '../kit/db/schema/migrations.ts';
import { namesOf, type NounNames } from './new/names.ts';
import { withFeature } from './new/register.ts';
import { nounFiles } from './new/templates.ts';

const ROOT = process.cwd();

try {
  await plant(namesOf(process.argv[2], readDomain), await nextMigration());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function plant(names: NounNames, migrationNumber: string): Promise<void> {
  const folder = `domains/${names.domain}/${names.kebab}`;
  if (existsSync(path.join(ROOT, folder))) throw new Error(`${folder} exists already.`);
  const list = `domains/${names.domain}/features.ts`;
  const files = [...nounFiles(names, migrationNumber), [list, withFeature(read(list), names)] as const];
  for (const [file, text] of files) {
    mkdirSync(path.join(ROOT, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
  }
  execFileSync(
    path.join(ROOT, 'node_modules/.bin/oxfmt'),
    files.map(([file]) => file).filter((file) => file.endsWith('.ts')),
  );
  const paths = [...files.map(([file]) => file), await writeGolden(names, folder)];
  for (const file of paths) console.log(`${String(read(file).split('\n').length - 1).padStart(4)} lines  ${file}`);
  console.log(
    `\nNow say what a ${names.title.toLowerCase()} is: fields, words in three languages, columns, and what tests and the bench of lists need of it.` +
      ` Then npm run check, and npm run migrations before it lands.`,
  );
}

/** The golden of the noun, in the form that the tests of goldens expect. */
async function writeGolden({ camel, kebab }: NounNames, folder: string): Promise<string> {
  // Imported only now, when the list of the domain contains the noun.
  const [{ domains }, { createRegistry }, { goldenOf }] = [
    await import('../apps/domains.ts'),
    await import('../kit/server/context/registry.ts'),
    await import('../apps/server/contract/golden.ts'),
  ];
  const registry = createRegistry(domains);
  const file = `${folder}/${kebab}.golden.txt`;
  const feature = registry.feature(camel);
  if (!feature) throw new Error(`${folder} declares no ${camel}`);
  writeFileSync(path.join(ROOT, file), goldenOf(feature, registry));
  return file;
}

/** The next number of the whole program. */
async function nextMigration(): Promise<string> {
  const files = await readMigrations();
  return digitsOf(Math.max(0, ...files.map(({ number }) => number)) + 1);
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

function readDomain(domain: string): string {
  return read(`domains/${domain}/domain.ts`);
}
