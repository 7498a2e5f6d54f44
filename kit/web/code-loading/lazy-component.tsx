import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { CodeLost, loadCode } from './load-code.ts';
import { tellLost } from './chunk-load-error.ts';
import type { ChunkLoadError } from './chunk-load-error.ts';

/** A component whose code is fetched when it is first drawn, or ahead of that. */
export interface LazyComponent<P> {
  (props: P): ReactNode;
  /** Fetches the code; rejects when it does not come, and tries again when asked again. */
  readonly ahead: () => Promise<unknown>;
}

interface LoadState<P> {
  readonly Known?: ComponentType<P> | undefined;
  readonly lost?: ChunkLoadError | undefined;
  readonly problem?: unknown;
}

/**
 * Like React's `lazy`, without what React adds to it: there what a fallback stood for is held back for 300 ms, however soon it came.
 * `waiting` is drawn meanwhile, of the props where it depends on them. Code that does not come is told by `LostRoot` and leaves what stands around it as it is,
 * or is told in place by `lostOf`; it is asked for again from there, and by the next mount. Code that breaks is thrown into the boundary above.
 */
export const late = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode | ((props: P) => ReactNode) = null,
  lostOf?: (lost: ChunkLoadError) => ReactNode,
): LazyComponent<P> => {
  let known: ComponentType<P> | undefined;
  let asked: Promise<ComponentType<P>> | undefined;
  const ask = (): Promise<ComponentType<P>> => {
    asked ??= loadCode(load);
    asked.then(
      (component) => void (known = component),
      () => void (asked = undefined),
    );
    return asked;
  };
  const Waited = (props: P): ReactNode => {
    const [{ Known, lost, problem }, setArrival] = useState<LoadState<P>>(() => ({ Known: known }));
    useEffect(() => {
      let current = true;
      const arrive = (arrival: LoadState<P>): void => {
        if (current) setArrival((before) => (before.Known ? before : arrival));
      };
      const wait = (): void =>
        void ask().then(
          (component) => arrive({ Known: component }),
          (reason: unknown) =>
            arrive(reason instanceof CodeLost ? { lost: { why: reason.why, again } } : { problem: reason ?? new Error('it broke without a word') }),
        );
      const again = (): void => {
        arrive({});
        wait();
      };
      wait();
      return () => {
        current = false;
      };
    }, []);
    useEffect(() => (lost && !lostOf ? tellLost(lost) : undefined), [lost]);
    if (problem !== undefined) throw problem;
    if (Known) return <Known {...props} />;
    if (lost && lostOf) return lostOf(lost);
    return typeof waiting === 'function' ? waiting(props) : waiting;
  };
  return Object.assign(Waited, { ahead: ask });
};
