import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { CodeLoadError, loadCode } from './load-code.ts';
import { reportChunkLoadError } from './chunk-load-error.ts';
import type { ChunkLoadError } from './chunk-load-error.ts';

/** A component whose code is loaded when it is first drawn, or earlier by `ahead`. */
export interface LazyComponent<P> {
  (props: P): ReactNode;
  /** Loads the code. Rejects when loading fails; the next call tries again. */
  readonly ahead: () => Promise<unknown>;
}

interface LoadState<P> {
  readonly Loaded?: ComponentType<P> | undefined;
  readonly error?: ChunkLoadError | undefined;
  readonly problem?: unknown;
}

/**
 * Like React's `lazy`, but without the 300 ms for which React holds back the content after a fallback. `waiting` is drawn meanwhile. When the code
 * cannot be loaded, `ChunkLoadErrorRoot` or `renderError` shows the error and offers to try again; the next mount tries again as well. Errors
 * thrown by the code go to the error boundary above.
 */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode | ((props: P) => ReactNode) = null,
  renderError?: (error: ChunkLoadError) => ReactNode,
): LazyComponent<P> => {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const startLoading = (): Promise<ComponentType<P>> => {
    loading ??= loadCode(load);
    loading.then(
      (component) => void (loaded = component),
      () => void (loading = undefined),
    );
    return loading;
  };
  const Waited = (props: P): ReactNode => {
    const [{ Loaded, error, problem }, setArrival] = useState<LoadState<P>>(() => ({ Loaded: loaded }));
    useEffect(() => {
      let current = true;
      const arrive = (arrival: LoadState<P>): void => {
        if (current) setArrival((previous) => (previous.Loaded ? previous : arrival));
      };
      const wait = (): void =>
        void startLoading().then(
          (component) => arrive({ Loaded: component }),
          (reason: unknown) =>
            arrive(
              reason instanceof CodeLoadError
                ? { error: { reason: reason.reason, retry } }
                : { problem: reason ?? new Error('it broke without a word') },
            ),
        );
      const retry = (): void => {
        arrive({});
        wait();
      };
      wait();
      return () => {
        current = false;
      };
    }, []);
    useEffect(() => (error && !renderError ? reportChunkLoadError(error) : undefined), [error]);
    if (problem !== undefined) throw problem;
    if (Loaded) return <Loaded {...props} />;
    if (error && renderError) return renderError(error);
    return typeof waiting === 'function' ? waiting(props) : waiting;
  };
  return Object.assign(Waited, { ahead: startLoading });
};
