/** An address inside the product. */
export interface Address {
  readonly pathname: string;
  readonly params: URLSearchParams;
}

/** Somebody who would lose work when the address changes. */
export interface Guard {
  /** The path of the tab it stands in. */
  readonly tab: string;
  /** Whether an address still belongs to the work, or nothing would be lost. */
  readonly passes: (to: Address) => boolean;
  readonly asks: () => Promise<boolean>;
}

type Step = (...args: readonly unknown[]) => void;
/** What the router moves with; its methods are plain and ours to wrap. */
export interface Steerable {
  push: Step;
  replace: Step;
}

const guards: Guard[] = [];
/** The entry of the browser's history that is shown. */
let here: number | undefined;
/** What the next move of the browser's buttons is: our own step back, or the one that was agreed to. */
let expected: 'back' | 'agreed' | undefined;

/** Asks from now on; the newest guard is asked first. Answers how to stop. */
export const guardLeaving = (guard: Guard): (() => void) => {
  if (guards.length === 0) window.addEventListener('beforeunload', holdTab);
  guards.push(guard);
  here = indexOf(history.state);
  return () => retire(guard);
};

const retire = (guard: Guard): void => {
  const place = guards.indexOf(guard);
  if (place >= 0) guards.splice(place, 1);
  if (guards.length === 0) window.removeEventListener('beforeunload', holdTab);
};

const steered = new WeakSet<Steerable>();

/** Everything that goes through the router: menu, links, `navigate`. */
export const steer = (navigator: Steerable): void => {
  if (steered.has(navigator)) return;
  steered.add(navigator);
  const guarded =
    (step: Step): Step =>
    (...args) => {
      const to = addressOf(textOfTo(args[0]));
      const go = (): void => {
        step(...args);
        here = indexOf(history.state);
      };
      if (isFree(to)) go();
      else void agree(to).then((yes) => yes && go());
    };
  navigator.push = guarded(navigator.push);
  navigator.replace = guarded(navigator.replace);
};

const isFree = (to: Address): boolean => guards.every((guard) => guard.passes(to));

const agree = (to: Address): Promise<boolean> => allAgree(guards.filter((one) => !one.passes(to)));

const allAgree = async (asked: readonly Guard[]): Promise<boolean> => {
  for (const guard of [...asked].reverse()) if (!(await guard.asks())) return false;
  return true;
};

const unsavedIn = (tab: string): readonly Guard[] => guards.filter((guard) => guard.tab === tab && !guard.passes(ELSEWHERE));

/** Whether work would be lost with a tab. */
export const hasUnsaved = (tab: string): boolean => unsavedIn(tab).length > 0;

/** Asks those who would lose work when a tab is closed or loaded anew. Who has agreed is not asked again. */
export const agreeToClose = async (tab: string): Promise<boolean> => {
  const asked = unsavedIn(tab);
  if (!(await allAgree(asked))) return false;
  asked.forEach(retire);
  return true;
};

/** The browser has already moved when it tells: step back, ask, and move again. */
const onPop = (event: PopStateEvent): void => {
  const meant = expected;
  expected = undefined;
  if (meant === 'back') return event.stopImmediatePropagation();
  const to = addressOf(location.hash);
  if (meant === 'agreed' || isFree(to)) {
    here = indexOf(event.state);
    return undefined;
  }
  event.stopImmediatePropagation();
  // An address typed by hand carries no number: it is the newest entry.
  const from = here ?? 0;
  const delta = (indexOf(event.state) ?? from + 1) - from || -1;
  expected = 'back';
  history.go(-delta);
  return void moveAgain(to, delta);
};

const moveAgain = async (to: Address, delta: number): Promise<void> => {
  if (!(await agree(to))) return;
  expected = 'agreed';
  history.go(delta);
};

/** Where nothing is kept: a closed tab, a window that is closed or loaded anew. */
const ELSEWHERE: Address = { pathname: '', params: new URLSearchParams() };

const holdTab = (event: BeforeUnloadEvent): void => {
  if (!isFree(ELSEWHERE)) event.preventDefault();
};

const addressOf = (path: string): Address => {
  const [pathname = '/', search = ''] = path.replace(/^.*#/, '').split('?');
  return { pathname, params: new URLSearchParams(search) };
};

const textOfTo = (to: unknown): string => {
  if (typeof to === 'string') return to;
  const { pathname = '', search = '' } = (to ?? {}) as { readonly pathname?: string; readonly search?: string }; // the router's Path
  return pathname + search;
};

const indexOf = (state: unknown): number | undefined => {
  const { idx } = (state ?? {}) as { readonly idx?: unknown }; // the router numbers its entries there
  return typeof idx === 'number' ? idx : undefined;
};

// Listeners of the window are called in the order they came, so this module is loaded before the router begins to listen.
window.addEventListener('popstate', onPop);
