import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Violation } from './cruise.ts';

/** A table that only some files may write. */
export interface OwnedTable {
  readonly table: string;
  /** Its resource, through which `rows` would write it. */
  readonly noun?: string;
  readonly writers: RegExp;
  readonly reason: string;
}

const LIFECYCLE = '^domains/charging/order/(lifecycle/|[^/]+\\.sql$)';
const REASON =
  'An order changes through domains/charging/order/lifecycle/decide.server.ts alone: locked, judged, its facts stored, its effects performed.';

export const OWNED: readonly OwnedTable[] = [
  { table: 'charging_order', noun: 'chargingOrder', writers: new RegExp(LIFECYCLE, 'u'), reason: REASON },
  { table: 'order_fact', writers: new RegExp(LIFECYCLE, 'u'), reason: REASON },
  // The hot path stores the numbers of many orders in one statement; every other change that a sample causes is decided.
  {
    table: 'charge_sum',
    writers: /^domains\/insight\/charge-sum\/[^/]+\.sql$/u,
    reason: 'The sums of charges follow from the orders: a trigger and the recount in domains/insight/charge-sum write them.',
  },
  { table: 'order_progress', writers: new RegExp(`${LIFECYCLE}|^domains/charging/order/device/sample-batch\\.server\\.ts$`, 'u'), reason: REASON },
];

/** Tests, their shared fixtures and the helpers in a folder called testing may write any rows. */
const TEST_FILES = /\.(?:test|testing|fixture)\.tsx?$|\/testing\//u;

const ROOTS = ['apps', 'domains', 'kit', 'engines'] as const;
const SOURCE = /\.(?:tsx?|mjs|sql)$/u;

/** Statements below `baseDir` that write such a table from a file that is not among its writers. */
export const foreignWrites = (baseDir: string): readonly Violation[] =>
  ROOTS.filter((root) => existsSync(path.join(baseDir, root)))
    .flatMap((root) =>
      readdirSync(path.join(baseDir, root), { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file.replaceAll(path.sep, '/')}`),
    )
    .filter((file) => SOURCE.test(file) && !TEST_FILES.test(file))
    .toSorted()
    .flatMap((file) => writesOf(file, readFileSync(path.join(baseDir, file), 'utf8')));

const writesOf = (file: string, source: string): readonly Violation[] =>
  OWNED.filter((owned) => !owned.writers.test(file) && writes(source, owned)).map(({ table, reason }) => ({
    rule: 'one-writer',
    from: file,
    to: table,
    reason,
  }));

const writes = (source: string, { table, noun }: OwnedTable): boolean => {
  const name = `(?:public\\.)?"?${table}"?(?![\\w.])`;
  const statement = `\\b(?:insert\\s+into|update(?:\\s+only)?|delete\\s+from(?:\\s+only)?|merge\\s+into|truncate(?:\\s+table)?|copy)\\s+${name}`;
  const dynamic = `\\bsql\\.(?:table|id|ref)\\(\\s*['"\`]${table}['"\`]`;
  const builder = `\\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\\(\\s*['"\`]${camelCase(table)}\\b`;
  const rows = noun === undefined ? [] : [`\\brows\\(${noun}\\)\\s*\\.(?:insert|change|remove|delete)\\b`];
  return new RegExp([statement, dynamic, builder, ...rows].join('|'), 'iu').test(source);
};

const camelCase = (table: string): string => table.replaceAll(/_(\w)/gu, (_whole, letter: string) => letter.toUpperCase());
