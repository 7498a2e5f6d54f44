import { useEffect, useState } from 'react';
import { followScreen } from './follow-screen.ts';
import type { ScreenSource, ScreenState } from './follow-screen.ts';

/** Follows the events of a screen for as long as the page is open. */
export const useScreen = ({ api, screenKey }: ScreenSource): ScreenState => {
  const [state, setState] = useState<ScreenState>({ connection: 'opening' });
  useEffect(() => {
    const ending = new AbortController();
    void followScreen({ api, screenKey }, { signal: ending.signal, change: (part) => setState((old) => ({ ...old, ...part })) });
    return () => ending.abort();
  }, [api, screenKey]);
  return state;
};
