import { checkCell } from '#kit/fields/cell-rules.ts';
import type { CellProblem, CellRule } from '#kit/fields/cell-rules.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Words } from '#kit/fields/words.ts';
import type { TableRow } from './rows.ts';

/** An asynchronous rule. It resolves to the error text, or to undefined when the value is valid. */
export interface AsyncRule {
  readonly handler: (value: unknown, row: TableRow) => Promise<Words | string | undefined>;
}
/** A rule from the server: the cell is parsed like this field, with the field's error texts. */
export interface FieldRule {
  readonly field: Field;
}
export type Rule = (Omit<CellRule, 'message'> & { readonly message?: Words | string }) | AsyncRule | FieldRule;

/** A validation error of a cell: a problem with its own text, or the text of the rule. */
export type ValidationFault = { readonly problem: Extract<CellProblem, { problem: unknown }>['problem'] } | { readonly message: Words | string };

export interface CellToCheck {
  readonly rules: readonly Rule[];
  readonly value: unknown;
  readonly row: TableRow;
  /** The values of the same column in the other rows. */
  readonly others: readonly unknown[];
}

/** The first rule that a cell breaks; a promise as soon as one of the rules is asynchronous. */
export const faultOf = ({ rules, ...cell }: CellToCheck): ValidationFault | undefined | Promise<ValidationFault | undefined> => {
  for (const [index, rule] of rules.entries()) {
    if ('handler' in rule) return runAsyncRule(rule, { ...cell, rules: rules.slice(index + 1) });
    const fault = 'field' in rule ? fieldFault(rule, cell.value) : plainFault(rule, cell);
    if (fault) return fault;
  }
  return undefined;
};

const runAsyncRule = async ({ handler }: AsyncRule, cell: CellToCheck): Promise<ValidationFault | undefined> => {
  const message = await handler(cell.value, cell.row);
  return message === undefined ? faultOf(cell) : { message };
};

const fieldFault = ({ field }: FieldRule, value: unknown): ValidationFault | undefined => {
  const parsed = parse(field, value);
  return parsed.ok ? undefined : { problem: parsed.problem };
};

const plainFault = (
  { message, ...rule }: Exclude<Rule, AsyncRule | FieldRule>,
  { value, others }: Omit<CellToCheck, 'rules'>,
): ValidationFault | undefined => {
  const problem = checkCell([rule], value, { others, fits });
  return problem && (message === undefined ? problem : { message });
};

/** An invalid regular expression matches nothing. */
const fits = (source: string, text: string): boolean => {
  try {
    return new RegExp(source, 'u').test(text);
  } catch {
    return false;
  }
};

const isPlain = (rule: Rule): rule is Exclude<Rule, AsyncRule | FieldRule> => !('handler' in rule) && !('field' in rule);

export const hasUniqueRule = (rules: readonly Rule[]): boolean =>
  rules.some((rule) => isPlain(rule) && (rule.unique === true || rule.pattern === 'only'));
export const isRequired = (rules: readonly Rule[]): boolean =>
  rules.some((rule) => ('field' in rule ? !rule.field.optional : isPlain(rule) && (rule.required === true || rule.pattern === '*')));
