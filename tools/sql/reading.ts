import type { Node } from 'typescript/unstable/ast';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Builders } from './builders.ts';
import type { DeclaredValues } from './declared.ts';
import type { Sources } from './sources.ts';
import type { Scope, Value } from './values.ts';

/** The context in which the sources are read. */
export interface Program {
  readonly sources: Sources;
  readonly declared: DeclaredValues;
  readonly builders: Builders;
  readonly nouns: readonly AnyResource[];
}

/** One path through the sources: at each condition one of its branches. */
export interface SourceReader {
  readonly program: Program;
  readonly value: (node: Node, scope: Scope | undefined) => Value;
  /** The value of a constant, computed once in each call. */
  readonly constantValue: (initializer: Node, scope: Scope | undefined) => Value;
  /** The answer to a question; undefined where it is new and may not be asked. */
  readonly ask: (question: string, count: number) => number | undefined;
  /** Asks by the text of the source: the same text in the same call gets the same answer. */
  readonly choose: (node: Node, scope: Scope | undefined, count: number) => number | undefined;
  /** Whether a condition is true. It opens no paths of its own: an unknown condition is followed both ways. */
  readonly decides: (condition: Node, scope: Scope | undefined) => boolean;
  readonly newScope: (outer?: Scope) => Scope;
  /** A value that is computed when it is first needed. */
  readonly remembered: (make: () => Value) => () => Value;
}

export const at = <T>(items: readonly T[], index: number | undefined): T | undefined => (index === undefined ? undefined : items[index]);
