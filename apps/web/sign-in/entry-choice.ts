import type { LoginAnswer } from '#domains/identity/web.ts';
import { multiDepart } from '#domains/identity/resources.ts';
import { createStore } from '#kit/web/store.ts';

/** The choices that remain after a sign-in before the pages are shown. */
export interface EntryChoice extends Pick<LoginAnswer, 'departs' | 'tenantList'> {
  /** The user belongs to no department and is informed of that. */
  readonly noDepart: boolean;
}

export const entryChoiceStore = createStore<EntryChoice | null>(null);

/** One of several tenants or departments must be chosen; a single one is preselected. */
export const choiceOf = ({ departs, multi_depart, tenantList }: Pick<LoginAnswer, 'departs' | 'multi_depart' | 'tenantList'>): EntryChoice => ({
  departs: multi_depart === multiDepart.several ? departs : [],
  tenantList: tenantList.length > 1 ? tenantList : [],
  noDepart: multi_depart === multiDepart.none,
});
