import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '../../words.ts';
import { closings } from './tabs.ts';
import type { Tabs } from './use-tabs.ts';

/** The context menu of a tab and its actions. */
export const useTabActions = ({ tabs, reload, close }: Tabs) => {
  const say = useSay();
  const { showError } = useFeedback();
  const home = tabs[0]?.path;
  return {
    act: async (key: string, path: string | undefined) => {
      const closing = closings.find((one) => one === key);
      if (path === undefined) return;
      if (!closing) await reload(path);
      else if (closing === 'this' && path === home) showError(tabs.length === 1 ? words.lastPage : words.homePage);
      else await close(path, closing);
    },
    items: (path: string | undefined) => {
      const index = tabs.findIndex((tab) => tab.path === path);
      return [
        { key: 'reload', label: say(words.reloadPage) },
        { key: 'this', label: say(words.closePage) },
        { type: 'divider' as const },
        { key: 'left', label: say(words.closeLeft), disabled: index <= 1 },
        { key: 'right', label: say(words.closeRight), disabled: index === tabs.length - 1 },
        { key: 'others', label: say(words.closeOthers), disabled: tabs.length <= (index === 0 ? 1 : 2) },
      ];
    },
  };
};
