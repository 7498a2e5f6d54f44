import { say } from '#kit/fields/words.ts';
import type { Args, Language, Words } from '#kit/fields/words.ts';

/** Codes to words. A refusal is named by a code of such a table, so one without words does not compile. */
export type RefusalTable = Readonly<Record<string, Words>>;

export interface RefusalFacts {
  readonly code: string;
  readonly words: Words;
  readonly args: Args;
  /** The HTTP status; business refusals are 200 with `success: false`, as clients of this family expect. */
  readonly status: number;
  /** More for the page: field problems, the row as it is now. */
  readonly detail?: unknown;
}

/** A named no. Handlers throw it; only the router turns it into an answer. */
export class Refusal extends Error {
  readonly facts: RefusalFacts;
  constructor(facts: RefusalFacts) {
    super(`${facts.code} ${JSON.stringify(facts.args, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`);
    this.name = 'Refusal';
    this.facts = facts;
  }
  in(language: Language): string {
    return say(this.facts.words, language, this.facts.args);
  }
}

/** Refuses with a code of the noun's own table. */
// oxlint-disable-next-line max-params -- the last two are seldom given, and a refusal should read like a sentence
export const throwRefusal = <T extends RefusalTable>(
  table: T,
  code: keyof T & string,
  args: Args = {},
  more: { readonly status?: number; readonly detail?: unknown } = {},
): never => {
  throw new Refusal({ code, words: table[code] ?? [code, code, code], args, status: more.status ?? 200, detail: more.detail });
};
