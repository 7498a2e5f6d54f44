import type { Figure } from './figures.ts';
import type { Target } from './target.ts';

export interface AttackContext {
  readonly target: Target;
  /** Runs for a few seconds, for the tests. */
  readonly isShort: boolean;
}

export interface Scenario {
  readonly name: string;
  /** Why the scenario cannot run on this machine; undefined if it can. */
  readonly obstacle?: (target: Target) => string | undefined;
  readonly run: (context: AttackContext) => Promise<readonly Figure[]>;
}
