import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useViewer } from '#kit/web/session/session.ts';
import { useStore } from '#kit/web/store.ts';
import { entryChoiceStore } from '../../sign-in/entry-choice.ts';
import type { EntryChoice } from '../../sign-in/entry-choice.ts';
import { greetingAt } from '../../greeting.ts';
import { words } from '../../words.ts';
import { DepartDialog, departWords, passwordWords } from '#domains/identity/web.ts';
import { signOut } from './sign-out.ts';

/** Nothing is loaded and shown before the tenant and the department are chosen. */
export const Entry = ({ children }: { readonly children: ReactNode }) => {
  const choice = useStore(entryChoiceStore);
  const mustChoose = choice !== null && choice.departs.length + choice.tenantList.length > 0;
  useArrival(choice !== null && !mustChoose, choice?.noDepart === true);
  return mustChoose ? <EntryDialog choice={choice} /> : children;
};

const EntryDialog = ({ choice }: { readonly choice: EntryChoice }) => {
  const say = useSay();
  const viewer = useViewer();
  const { departs, tenantList } = choice;
  const plain = tenantList.length === 0 ? departWords.choose : departs.length === 0 ? departWords.chooseTenant : departWords.chooseBoth;
  const title = tenantList.length === 0 && viewer?.orgCodeTxt ? say(departWords.current, { name: viewer.orgCodeTxt }) : say(plain);
  const finish = (): void => entryChoiceStore.set({ ...choice, departs: [], tenantList: [] });
  return <DepartDialog departs={departs} tenantList={tenantList} title={title} orgCode={viewer?.orgCode} onDone={finish} onSignOut={signOut} />;
};

/** Greets a viewer after signing in, and warns when they belong to no department or their password expires soon. */
const useArrival = (arrived: boolean, noDepart: boolean): void => {
  const say = useSay();
  const viewer = useViewer();
  const { showSuccess, warn } = useFeedback();
  const name = viewer?.realname || viewer?.username || '';
  const daysLeft = viewer?.passwordDaysLeft ?? null;
  useEffect(() => {
    if (!arrived || entryChoiceStore.get() === null) return;
    showSuccess(say(words.welcome, { greeting: say(greetingAt(new Date().getHours())), name }));
    if (noDepart) warn(departWords.none);
    if (daysLeft !== null) warn(daysLeft === 1 ? passwordWords.expiresTomorrow : say(passwordWords.expiresIn, { days: daysLeft }));
    entryChoiceStore.set(null);
  }, [arrived, noDepart, daysLeft, name, say, showSuccess, warn]);
};
