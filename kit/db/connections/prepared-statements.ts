import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A statement is prepared from its eighth execution on; most texts are not executed that often. */
const NAMED_FROM = 8;
/**
 * The limits of counted texts and of prepared ones for a pool. Each connection stores the plan of every prepared statement that it has run: 20 KB
 * for a simple statement, and 600 KB for a page query with all its joins.
 */
const REMEMBERED_MAX = 1_000;
const NAMED_MAX = 120;

/**
 * Statements that are planned each time: pages and sums, whose best plan depends on their values, and `*`, which a migration may change. `limit 1` is
 * no page: it takes the first row of an index.
 */
const NEVER_NAMED = /\b(?:limit(?! 1\b)|offset|group by|sum)\b|\*/iu;
const STATEMENT = /^\s*(?:select|insert|update|delete|with)\b/iu;

export interface StatementNames {
  /** The name under which a connection prepares a text; undefined when it is not to be prepared. */
  readonly nameFor: (text: string) => string | undefined;
}

/** The counters and names for the connections of one pool. */
export const createStatementNames = (): StatementNames => {
  /** The number of executions of a text, and then its name, which is empty when it gets none. */
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
 * Makes a connection prepare statements that are executed often, because parsing and planning take most of a short statement's time
 * (docs/decisions/0032-prepared-statements.md).
 */
export const prepareRepeated = (client: pg.ClientBase, names: StatementNames): void => {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  Reflect.set(client, 'query', (...args: readonly unknown[]): unknown => {
    const result: unknown = Reflect.apply(query, client, withName(args, names));
    return result;
  });
};

/** Only a text with parameters is prepared; one without parameters may contain several statements. */
const withName = (args: readonly unknown[], names: StatementNames): readonly unknown[] => {
  const [text, values, ...others] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  const name = names.nameFor(text);
  return name === undefined ? args : [{ name, text, values }, ...others];
};
