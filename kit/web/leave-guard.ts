import { useContext, useEffect, useEffectEvent } from 'react';
import { UNSAFE_NavigationContext } from 'react-router';
import { useFeedback } from './feedback.tsx';
import { sessionStore } from './session.ts';
import { words } from './words.ts';

/** An address inside the product. */
export interface Address {
  readonly pathname: string;
  readonly params: URLSearchParams;
}

/**
 * Asks before a page with unsaved changes is left: by the menu, a link, the browser's buttons or a closed tab. `stays` says which
 * addresses belong to the same work, such as another tab of the page. The router of the shell knows no blocking of its own.
 */
export const useLeaveGuard = (dirty: boolean, stays: (to: Address) => boolean): void => {
  const { ask } = useFeedback();
  const navigator = useContext(UNSAFE_NavigationContext).navigator as Steerable; // its methods are plain and ours to wrap
  // Who is signed out has nothing left to save it with.
  const mayPass = useEffectEvent((to: Address): boolean => stays(to) || sessionStore.get() === null);
  const agree = useEffectEvent(() => ask({ title: words.unsaved, yes: words.discard, no: words.keepEditing, danger: true }));
  useEffect(() => {
    if (!dirty) return undefined;
    const guard: Guard = { passes: (to) => mayPass(to), asks: () => agree(), here: indexOf(history.state) };
    const stop = [guardLinks(navigator, guard), guardButtons(guard), guardTab(guard)];
    return () => {
      for (const undo of stop) undo();
    };
  }, [dirty, navigator]);
};

type Step = (...args: readonly unknown[]) => void;
interface Steerable {
  push: Step;
  replace: Step;
}
interface Guard {
  readonly passes: (to: Address) => boolean;
  readonly asks: () => Promise<boolean>;
  /** The entry of the browser's history that is shown. */
  here: number | undefined;
}

/** A closed or reloaded tab belongs to no work. */
const ELSEWHERE: Address = { pathname: '', params: new URLSearchParams() };

const addressOf = (path: string): Address => {
  const [pathname = '/', search = ''] = path.replace(/^.*#/, '').split('?');
  return { pathname, params: new URLSearchParams(search) };
};

const textOfTo = (to: unknown): string => {
  if (typeof to === 'string') return to;
  const { pathname = '', search = '' } = (to ?? {}) as { readonly pathname?: string; readonly search?: string }; // the router's Path
  return pathname + search;
};

/** Everything that goes through the router: menu, links, `navigate`. */
const guardLinks = (navigator: Steerable, guard: Guard): (() => void) => {
  const { push, replace } = navigator;
  const guarded =
    (step: Step): Step =>
    (...args) => {
      if (!guard.passes(addressOf(textOfTo(args[0])))) return void guard.asks().then((yes) => yes && step(...args));
      step(...args);
      guard.here = indexOf(history.state);
      return undefined;
    };
  navigator.push = guarded(push);
  navigator.replace = guarded(replace);
  return () => {
    navigator.push = push;
    navigator.replace = replace;
  };
};

const indexOf = (state: unknown): number | undefined => {
  const { idx } = (state ?? {}) as { readonly idx?: unknown }; // the router numbers its entries there
  return typeof idx === 'number' ? idx : undefined;
};

/** The browser has already moved when it tells: step back, ask, and move again. */
const guardButtons = (guard: Guard): (() => void) => {
  let expected: 'back' | 'agreed' | undefined;
  const settle = async (delta: number): Promise<void> => {
    if (!(await guard.asks())) return;
    expected = 'agreed';
    history.go(delta);
  };
  const onPop = (event: PopStateEvent): void => {
    if (expected === 'back') {
      expected = undefined;
      return event.stopImmediatePropagation();
    }
    const agreed = expected === 'agreed';
    expected = undefined;
    if (agreed || guard.passes(addressOf(location.hash))) {
      guard.here = indexOf(event.state);
      return undefined;
    }
    event.stopImmediatePropagation();
    // An address typed by hand carries no number: it is the newest entry.
    const here = guard.here ?? 0;
    const delta = (indexOf(event.state) ?? here + 1) - here || -1;
    expected = 'back';
    history.go(-delta);
    return void settle(delta);
  };
  // Capturing, so that it hears of the move before the router does.
  window.addEventListener('popstate', onPop, { capture: true });
  return () => window.removeEventListener('popstate', onPop, { capture: true });
};

const guardTab = (guard: Guard): (() => void) => {
  const hold = (event: BeforeUnloadEvent): void => {
    if (!guard.passes(ELSEWHERE)) event.preventDefault();
  };
  window.addEventListener('beforeunload', hold);
  return () => window.removeEventListener('beforeunload', hold);
};
