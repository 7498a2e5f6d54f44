import type { Figure } from './figures.ts';
import type { Target } from './target.ts';

export interface Stage {
  readonly target: Target;
  /** A few seconds of it, for the tests. */
  readonly isShort: boolean;
}

export interface Scenario {
  readonly name: string;
  /** Why the scenario cannot run on this machine; undefined when it can. */
  readonly obstacle?: (target: Target) => string | undefined;
  readonly run: (stage: Stage) => Promise<readonly Figure[]>;
}
