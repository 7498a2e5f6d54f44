import type { LoginAnswer } from '#domains/identity/web.ts';
import { multiDepart } from '#domains/identity/resources.ts';
import { createStore } from '#kit/web/store.ts';

/** What a sign-in leaves to be chosen before the pages are shown. */
export interface EntryChoice extends Pick<LoginAnswer, 'departs' | 'tenantList'> {
  /** There is no department to choose, which is to be told. */
  readonly noDepart: boolean;
}

export const entryChoiceStore = createStore<EntryChoice | null>(null);

/** Of several tenants or departments one is chosen; the only one is chosen already. */
export const choiceOf = ({ departs, multi_depart, tenantList }: Pick<LoginAnswer, 'departs' | 'multi_depart' | 'tenantList'>): EntryChoice => ({
  departs: multi_depart === multiDepart.several ? departs : [],
  tenantList: tenantList.length > 1 ? tenantList : [],
  noDepart: multi_depart === multiDepart.none,
});
