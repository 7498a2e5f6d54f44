import type { Node } from 'typescript/unstable/ast';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Builders } from './builders.ts';
import type { DeclaredValues } from './declared.ts';
import type { Sources } from './sources.ts';
import type { Scope, Value } from './values.ts';

/** What the sources are read with. */
export interface Program {
  readonly sources: Sources;
  readonly declared: DeclaredValues;
  readonly builders: Builders;
  readonly nouns: readonly AnyResource[];
}

/** One way through the sources: at each condition one of its branches. */
export interface SourceReader {
  readonly program: Program;
  readonly value: (node: Node, scope: Scope | undefined) => Value;
  /** The value of a constant, made once in each call. */
  readonly once: (initializer: Node, scope: Scope | undefined) => Value;
  /** The answer to a question; undefined where it is new and may not be asked. */
  readonly ask: (question: string, count: number) => number | undefined;
  /** Asks by the words of the source: the same words in the same call get the same answer. */
  readonly choose: (node: Node, scope: Scope | undefined, count: number) => number | undefined;
  /** Whether a condition holds. It opens no further ways of its own: what is not known yet is taken both ways. */
  readonly decides: (condition: Node, scope: Scope | undefined) => boolean;
  readonly newScope: (outer?: Scope) => Scope;
  /** A value that is made when it is first asked for. */
  readonly remembered: (make: () => Value) => () => Value;
}

export const at = <T>(items: readonly T[], place: number | undefined): T | undefined => (place === undefined ? undefined : items[place]);
