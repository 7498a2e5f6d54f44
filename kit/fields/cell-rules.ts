import { patterns } from './patterns.ts';
import type { Problem, ProblemCode } from './problems.ts';

/** A validation rule of a cell, in the format of the product family: `{ required: true, message }`, `{ pattern: 'n6-16' }`, `{ pattern: '^A' }`. */
export interface CellRule {
  readonly required?: boolean;
  /** No other row has the same value. */
  readonly unique?: boolean;
  /** The name of a preset, or a regular expression. */
  readonly pattern?: string;
  /** Replaces the rule's own message. */
  readonly message?: string;
}

/** An error of a value: a problem of the kit with its text, or the message of the rule. */
export type CellProblem = { readonly problem: Problem } | { readonly message: string };

export interface CellContext {
  /** The values of the same column in the other rows. */
  readonly others: readonly unknown[];
  /** Whether a text matches a regular expression from a user; the server uses an engine with linear time. */
  readonly fits: (source: string, text: string) => boolean;
}

/** A longer expression is not evaluated. */
const SOURCE_MAX = 200;

const presets: Readonly<Record<string, { readonly source: string; readonly problem: ProblemCode }>> = {
  'n6-16': patterns.digits6to16,
  '*6-16': patterns.any6to16,
  's6-18': patterns.letters6to18,
  url: patterns.url,
  e: patterns.email,
  m: patterns.mobile,
  p: patterns.postalCode,
  s: patterns.letters,
  n: patterns.number,
  z: patterns.integer,
  money: patterns.money,
};

/** The first rule that a cell breaks, in the order of the rules. An empty cell matches every pattern. */
export const checkCell = (rules: readonly CellRule[], value: unknown, context: CellContext): CellProblem | undefined => {
  for (const rule of rules) {
    const code = brokenProblem(rule, textIn(value), context);
    if (code !== undefined) return rule.message === undefined ? { problem: { code } } : { message: rule.message };
  }
  return undefined;
};

const brokenProblem = (rule: CellRule, text: string, { others, fits }: CellContext): ProblemCode | undefined => {
  if (rule.required || rule.pattern === '*') return text === '' ? 'required' : undefined;
  if (text === '') return undefined;
  if (rule.unique || rule.pattern === 'only') return others.some((other) => textIn(other) === text) ? 'notUnique' : undefined;
  if (rule.pattern === undefined) return undefined;
  const preset = Object.hasOwn(presets, rule.pattern) ? presets[rule.pattern] : undefined;
  if (preset) return new RegExp(preset.source, 'u').test(text) ? undefined : preset.problem;
  return rule.pattern.length <= SOURCE_MAX && fits(rule.pattern, text) ? undefined : 'badPattern';
};

const textIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
