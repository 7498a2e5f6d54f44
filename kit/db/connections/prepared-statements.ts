import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A statement is given a name when it comes for the eighth time; most texts never come so often. */
const NAMED_FROM = 8;
/**
 * How many texts of a pool are remembered, and how many of them named: each of its connections keeps the plan of every named
 * one that it has run, 20 KB of a plain statement and 600 KB of a page's row with all that it joins.
 */
const REMEMBERED_MAX = 1_000;
const NAMED_MAX = 120;

/** What is planned anew each time: pages and sums, whose best plan hangs on their values, and `*`, which a migration may change. */
const NEVER_NAMED = /\b(?:limit|offset|group by|sum)\b|\*/iu;
const STATEMENT = /^\s*(?:select|insert|update|delete|with)\b/iu;

export interface StatementNames {
  /** The name a connection is to prepare a text under; undefined: it is said once and forgotten. */
  readonly nameFor: (text: string) => string | undefined;
}

/** For the connections of one pool. */
export const createStatementNames = (): StatementNames => {
  /** How often a text was said, and then its name, empty when it has none. */
  const usageByText = new Map<string, number | string>();
  let namedCount = 0;
  const forgetOthers = (): void => {
    for (const [text, usage] of usageByText) if (typeof usage === 'number' || usage === '') usageByText.delete(text);
  };
  const nameOf = (text: string): string => {
    if (namedCount >= NAMED_MAX || NEVER_NAMED.test(text) || !STATEMENT.test(text)) return '';
    namedCount += 1;
    return createHash('sha256').update(text).digest('base64url');
  };
  return {
    nameFor: (text) => {
      const usage = usageByText.get(text) ?? 0;
      if (typeof usage === 'string') return usage === '' ? undefined : usage;
      if (usage === 0 && usageByText.size >= REMEMBERED_MAX) forgetOthers();
      const nextUsage = usage + 1 < NAMED_FROM ? usage + 1 : nameOf(text);
      usageByText.set(text, nextUsage);
      return typeof nextUsage === 'string' && nextUsage !== '' ? nextUsage : undefined;
    },
  };
};

/**
 * Makes a connection prepare the statements that are said to it again and again: most of what a short one costs the
 * database is to read and plan it (docs/decisions/0032-prepared-statements.md).
 */
export const prepareRepeated = (client: pg.ClientBase, names: StatementNames): void => {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  Reflect.set(client, 'query', (...args: readonly unknown[]): unknown => {
    const result: unknown = Reflect.apply(query, client, withName(args, names));
    return result;
  });
};

/** Only a text with values is named: without any it may be several statements. */
const withName = (args: readonly unknown[], names: StatementNames): readonly unknown[] => {
  const [text, values, ...others] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  const name = names.nameFor(text);
  return name === undefined ? args : [{ name, text, values }, ...others];
};
