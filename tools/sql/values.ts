import type { ArrowFunction, FunctionDeclaration, FunctionExpression, Node } from 'typescript/unstable/ast';

/** What an expression comes to, as far as the sources say it. */
export type Value =
  | Sql
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  /** `isOpen`: it has other properties that only the running program knows. */
  | { readonly kind: 'object'; readonly properties: ReadonlyMap<string, Property>; readonly isOpen: boolean }
  /** A declaration, or a part of one, as the program has it. */
  | { readonly kind: 'native'; readonly value: object }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly scope: Scope }
  /** What cannot be there at all; a statement with it is never sent. */
  | { readonly kind: 'never' }
  /** A value that only the running program knows; as a part of a statement it is a parameter. */
  | { readonly kind: 'unknown'; readonly at: Node };

export interface Property {
  readonly at: Node;
  readonly value: () => Value;
}

/** A piece of a statement: its texts, and between them the expressions that are sent as parameters. */
export interface Sql {
  readonly kind: 'sql';
  /** The template it is, whose type says how its rows are read. */
  readonly template?: Node;
  readonly parts: readonly (string | UnknownValue)[];
}
export interface UnknownValue {
  readonly value: Node;
}

export type FunctionNode = ArrowFunction | FunctionDeclaration | FunctionExpression;

/** What parameters stand for inside one call. Each call is a scope of its own. */
export interface Scope {
  readonly id: number;
  readonly bindings: Map<Node, () => Value>;
  readonly outer: Scope | undefined;
}

export const boundIn = (scope: Scope | undefined, declaration: Node): (() => Value) | undefined =>
  scope && (scope.bindings.get(declaration) ?? boundIn(scope.outer, declaration));

export const sqlOf = (...parts: readonly (string | UnknownValue)[]): Sql => ({ kind: 'sql', parts });
export const nothing: Value = { kind: 'nothing' };
export const never: Value = { kind: 'never' };
export const textOf = (text: string): Value => ({ kind: 'text', text });
export const unknownAt = (at: Node): Value => ({ kind: 'unknown', at });

/** The statement as PostgreSQL gets it. */
export const numbered = ({ parts }: Sql): { readonly text: string; readonly parameters: readonly Node[] } => {
  const parameters: Node[] = [];
  const text = parts.map((part) => (typeof part === 'string' ? part : `$${parameters.push(part.value)}`)).join('');
  return { text, parameters };
};

/**
 * Answers one of several at every question, and over its runs all of them: the first run takes the first answer everywhere,
 * each further one another way. A question that is asked twice in one run is answered as before.
 */
export class Choices {
  #path: { readonly count: number; taken: number }[] = [];
  #answers = new Map<string, number>();

  isAnswered(question: string): boolean {
    return this.#answers.has(question);
  }

  of(question: string, count: number): number {
    const before = this.#answers.get(question);
    if (before !== undefined) return before;
    const place = this.#answers.size;
    const step = this.#path[place] ?? { count, taken: 0 };
    this.#path[place] = step;
    this.#answers.set(question, step.taken);
    return step.taken;
  }

  /** Prepares the next run; false when every way has been taken. */
  next(): boolean {
    this.#path.length = this.#answers.size;
    this.#answers = new Map();
    for (let step = this.#path.at(-1); step; step = this.#path.at(-1)) {
      if (step.taken + 1 < step.count) {
        step.taken += 1;
        return true;
      }
      this.#path.pop();
    }
    return false;
  }
}
