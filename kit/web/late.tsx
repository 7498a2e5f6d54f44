import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** A component whose code is fetched when it is first drawn, or ahead of that. */
export interface Late<P> {
  (props: P): ReactNode;
  /** Fetches the code; rejects when it does not come, and tries again when asked again. */
  readonly ahead: () => Promise<unknown>;
}

interface Arrival<P> {
  readonly Known?: ComponentType<P> | undefined;
  readonly problem?: unknown;
}

/**
 * Like React's `lazy`, without what React adds to it: there what a fallback stood for is held back for 300 ms, however soon it came.
 * `waiting` is drawn meanwhile, of the props where it depends on them. Code that does not come is thrown into the boundary above, and asked for again by the next mount.
 */
export const late = <P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode | ((props: P) => ReactNode) = null): Late<P> => {
  let known: ComponentType<P> | undefined;
  let asked: Promise<ComponentType<P>> | undefined;
  const ask = (): Promise<ComponentType<P>> => {
    asked ??= load();
    asked.then(
      (component) => void (known = component),
      () => void (asked = undefined),
    );
    return asked;
  };
  const Waited = (props: P): ReactNode => {
    const [{ Known, problem }, setArrival] = useState<Arrival<P>>(() => ({ Known: known }));
    useEffect(() => {
      let current = true;
      const arrive = (arrival: Arrival<P>): void => {
        if (current) setArrival((before) => (before.Known ? before : arrival));
      };
      ask().then(
        (component) => arrive({ Known: component }),
        (reason: unknown) => arrive({ problem: reason ?? new Error('its code did not come') }),
      );
      return () => {
        current = false;
      };
    }, []);
    if (problem !== undefined) throw problem;
    if (Known) return <Known {...props} />;
    return typeof waiting === 'function' ? waiting(props) : waiting;
  };
  return Object.assign(Waited, { ahead: ask });
};
