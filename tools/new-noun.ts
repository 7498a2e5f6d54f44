import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digitsOf, readMigrations } from '../kit/db/migrations.ts';
import { namesOf, type Names } from './new/names.ts';
import { withExport, withFeature, withRoutes } from './new/register.ts';
import { nounFiles } from './new/templates.ts';

const ROOT = process.cwd();

try {
  plant(namesOf(process.argv[2]), await nextMigration());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function plant(names: Names, migrationNumber: string): void {
  const folder = `domains/${names.domain}/${names.kebab}`;
  if (existsSync(path.join(ROOT, folder))) throw new Error(`${folder} exists already.`);
  const doors: readonly (readonly [string, (door: string | undefined, names: Names) => string])[] = [
    [`domains/${names.domain}/features.ts`, withFeature],
    [`domains/${names.domain}/resources.ts`, withExport],
    [`domains/${names.domain}/server.ts`, withRoutes],
  ];
  const opened = doors.map(([door, change]) => [door, change(readIfThere(door), names)] as const);
  const files = [...nounFiles(names, migrationNumber), ...opened];
  for (const [file, text] of files) {
    mkdirSync(path.join(ROOT, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
  }
  execFileSync(
    path.join(ROOT, 'node_modules/.bin/oxfmt'),
    files.map(([file]) => file).filter((file) => file.endsWith('.ts')),
  );
  for (const [file, text] of files) console.log(`${String(text.split('\n').length - 1).padStart(4)} lines  ${file}`);
  console.log(
    `\nNow say what a ${names.title.toLowerCase()} is: fields, words in three languages, columns. Then npm run check, and npm run migrations before it lands.`,
  );
}

/** The next number of the whole program. */
async function nextMigration(): Promise<string> {
  const files = await readMigrations();
  return digitsOf(Math.max(0, ...files.map(({ number }) => number)) + 1);
}

function readIfThere(file: string): string | undefined {
  const place = path.join(ROOT, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
}
