import type { ArrowFunction, FunctionDeclaration, FunctionExpression, Node } from 'typescript/unstable/ast';

/** The value of an expression, as far as the sources determine it. */
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
  /** A value that cannot occur; a statement with it is never sent. */
  | { readonly kind: 'never' }
  /** A value that only the running program knows; in a statement it is a parameter. */
  | { readonly kind: 'unknown'; readonly at: Node };

export interface Property {
  readonly at: Node;
  readonly value: () => Value;
}

/** A part of a statement: its texts, and between them the expressions that are sent as parameters. */
export interface Sql {
  readonly kind: 'sql';
  /** Its template, whose type declares the type of the rows. */
  readonly template?: Node;
  readonly parts: readonly (string | UnknownValue)[];
}
export interface UnknownValue {
  readonly value: Node;
}

export type FunctionNode = ArrowFunction | FunctionDeclaration | FunctionExpression;

/** The values of parameters inside one call. Each call has a scope of its own. */
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

/** The statement as PostgreSQL receives it. */
export const numbered = ({ parts }: Sql): { readonly text: string; readonly parameters: readonly Node[] } => {
  const parameters: Node[] = [];
  const text = parts.map((part) => (typeof part === 'string' ? part : `$${parameters.push(part.value)}`)).join('');
  return { text, parameters };
};

/**
 * Chooses one of several answers to every question, and over its runs each of them: the first run takes the first answer everywhere, each further run
 * another one. A question that is asked twice in one run gets the same answer.
 */
export class Choices {
  #path: { readonly count: number; chosen: number }[] = [];
  #answers = new Map<string, number>();

  isAnswered(question: string): boolean {
    return this.#answers.has(question);
  }

  pick(question: string, count: number): number {
    const answered = this.#answers.get(question);
    if (answered !== undefined) return answered;
    const index = this.#answers.size;
    const step = this.#path[index] ?? { count, chosen: 0 };
    this.#path[index] = step;
    this.#answers.set(question, step.chosen);
    return step.chosen;
  }

  /** Prepares the next run; false when every path has been taken. */
  next(): boolean {
    this.#path.length = this.#answers.size;
    this.#answers = new Map();
    for (let step = this.#path.at(-1); step; step = this.#path.at(-1)) {
      if (step.chosen + 1 < step.count) {
        step.chosen += 1;
        return true;
      }
      this.#path.pop();
    }
    return false;
  }
}
