import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { namesOf, type Names } from './new/names.ts';
import { withFeature, withRoutes } from './new/register.ts';
import { nounFiles } from './new/templates.ts';

const ROOT = process.cwd();

try {
  plant(namesOf(process.argv[2]));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function plant(names: Names): void {
  const folder = `domains/${names.domain}/${names.kebab}`;
  if (existsSync(path.join(ROOT, folder))) throw new Error(`${folder} exists already.`);
  const doors: readonly (readonly [string, (door: string | undefined, names: Names) => string])[] = [
    [`domains/${names.domain}/resources.ts`, withFeature],
    [`domains/${names.domain}/server.ts`, withRoutes],
  ];
  const opened = doors.map(([door, change]) => [door, change(readIfThere(door), names)] as const);
  const files = [...nounFiles(names, nextMigration(names)), ...opened];
  for (const [file, text] of files) {
    mkdirSync(path.join(ROOT, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
  }
  execFileSync(
    path.join(ROOT, 'node_modules/.bin/oxfmt'),
    files.map(([file]) => file).filter((file) => file.endsWith('.ts')),
  );
  for (const [file, text] of files) console.log(`${String(text.split('\n').length - 1).padStart(4)} lines  ${file}`);
  console.log(`\nNow say what a ${names.title.toLowerCase()} is: fields, words in three languages, columns. Then npm run check.`);
}

/** The next number in the domain's hundred: 03xx for the third domain on the street. */
function nextMigration({ domain, domainNumber }: Names): string {
  const folder = path.join(ROOT, 'domains', domain);
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.basename(file)) : [];
  const taken = names.map((name) => Number(/^(\d{4})_.*\.sql$/u.exec(name)?.[1] ?? 0));
  return String(Math.max(domainNumber * 100, ...taken) + 1).padStart(4, '0');
}

function readIfThere(file: string): string | undefined {
  const place = path.join(ROOT, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
}
