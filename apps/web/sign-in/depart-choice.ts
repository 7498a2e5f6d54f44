import type { LoginAnswer } from '#domains/identity/web.ts';
import { createStore } from '#kit/web/store.ts';

/** The departments of which a sign-in leaves one to be chosen before the pages are shown; none: there are none to choose. */
export const entryChoiceStore = createStore<LoginAnswer['departs'] | null>(null);

/** The only department is chosen already. */
export const choiceOf = ({ departs, multi_depart }: Pick<LoginAnswer, 'departs' | 'multi_depart'>): LoginAnswer['departs'] | null =>
  multi_depart === 1 ? null : departs;
