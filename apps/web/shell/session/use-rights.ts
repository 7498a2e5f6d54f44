import { useEffect } from 'react';
import { readRights } from '#kit/resource/rights/rights.ts';
import type { ViewerRights, RightsRule } from '#kit/resource/rights/rights.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useRightsChanged } from '#kit/web/live/live.tsx';
import { permissionStore } from '#kit/web/permissions/use-permission.ts';
import { reload } from '#kit/web/calls/query.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { words } from '../../words.ts';
import { refreshViewer } from '#domains/identity/web.ts';
import { ruleStatus } from '#domains/identity/resources.ts';

/** Up to this many names are listed; more are counted. */
const NAMED_MAX = 3;

/** Stores the permissions that buttons use. A change is reported to an open page, and its data is loaded again, since it may be less or more. */
export const useRights = (answer: { readonly auth: readonly RightsRule[]; readonly allAuth: readonly RightsRule[] } | undefined): void => {
  const say = useSay();
  const { warn, showSuccess } = useFeedback();
  useRightsChanged(() => {
    void reload();
    void refreshViewer();
  });
  useEffect(() => {
    if (!answer) return;
    const [before, now] = [permissionStore.get(), readRights(answer.auth, answer.allAuth)];
    permissionStore.set(now);
    // There were no permissions before, so the page has just been opened.
    if (before.granted.size === 0) return;
    const listed = (codes: readonly string[], rights: ViewerRights): string => {
      const names = codes.slice(0, NAMED_MAX).map((code) => rights.rules.get(code)?.describe ?? code);
      const list = names.join(say(kitWords.listComma));
      return codes.length > NAMED_MAX ? say(words.andMore, { list, n: codes.length - NAMED_MAX }) : list;
    };
    const removed = [...before.granted].filter((code) => !now.granted.has(code) && now.rules.get(code)?.status !== ruleStatus.items.notInForce.value);
    const gained = [...now.granted].filter((code) => !before.granted.has(code) && before.rules.has(code));
    if (removed.length > 0) warn(say(words.rightsLost, { rights: listed(removed, now) }));
    if (gained.length > 0) showSuccess(say(words.rightsGained, { rights: listed(gained, now) }));
  }, [answer, say, warn, showSuccess]);
};
