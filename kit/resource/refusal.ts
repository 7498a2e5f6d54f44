import { jsonText } from '#kit/fields/json-text.ts';
import { say } from '#kit/fields/words.ts';
import type { Args, Language, Words } from '#kit/fields/words.ts';

/** Texts of refusals by code. A refusal is thrown with a code of such a table, so one without a text does not compile. */
export type RefusalTable = Readonly<Record<string, Words>>;

export interface RefusalFacts {
  readonly code: string;
  readonly words: Words;
  readonly args: Args;
  /** The HTTP status; a business refusal is 200 with `success: false`, as clients of the product family expect. */
  readonly status: number;
  /** Details for the page: problems of fields, or the current row. */
  readonly detail?: unknown;
}

/** A business error with a code. Handlers throw it, and only the router converts it to an answer. */
export class Refusal extends Error {
  readonly facts: RefusalFacts;
  constructor(facts: RefusalFacts) {
    super(`${facts.code} ${jsonText(facts.args)}`);
    this.name = 'Refusal';
    this.facts = facts;
  }
  in(language: Language): string {
    return say(this.facts.words, language, this.facts.args);
  }
}

/** Throws a refusal with a code of the noun's table. */
// oxlint-disable-next-line max-params -- the last two are seldom given, and a refusal should read like a sentence
export const throwRefusal = <T extends RefusalTable>(
  table: T,
  code: keyof T & string,
  args: Args = {},
  more: { readonly status?: number; readonly detail?: unknown } = {},
): never => {
  throw new Refusal({ code, words: table[code] ?? [code, code, code], args, status: more.status ?? 200, detail: more.detail });
};
