import { useEffect } from 'react';
import { readRights } from '#kit/resource/rights/rights.ts';
import type { ViewerRights, RightsRule } from '#kit/resource/rights/rights.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useRightsChanged } from '#kit/web/live/live.tsx';
import { permissionStore } from '#kit/web/permissions/use-permission.ts';
import { queryClient } from '#kit/web/calls/query.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { words } from '../../words.ts';
import { refreshViewer } from '#domains/identity/web.ts';
import { ruleStatus } from '#domains/identity/resources.ts';

/** More names than this are counted. */
const NAMED_MAX = 3;

/** Keeps what the buttons go by. A change that reaches an open page is told; what is shown is read anew, since it may be less or more. */
export const useRights = (answer: { readonly auth: readonly RightsRule[]; readonly allAuth: readonly RightsRule[] } | undefined): void => {
  const say = useSay();
  const { warn, showSuccess } = useFeedback();
  useRightsChanged(() => {
    void queryClient.invalidateQueries();
    void refreshViewer();
  });
  useEffect(() => {
    if (!answer) return;
    const [before, now] = [permissionStore.get(), readRights(answer.auth, answer.allAuth)];
    permissionStore.set(now);
    // Nothing was held before: the page has just been opened.
    if (before.granted.size === 0) return;
    const told = (codes: readonly string[], rights: ViewerRights): string => {
      const names = codes.slice(0, NAMED_MAX).map((code) => rights.rules.get(code)?.describe ?? code);
      const list = names.join(say(kitWords.listComma));
      return codes.length > NAMED_MAX ? say(words.andMore, { list, n: codes.length - NAMED_MAX }) : list;
    };
    const lost = [...before.granted].filter((code) => !now.granted.has(code) && now.rules.get(code)?.status !== ruleStatus.items.notInForce.value);
    const gained = [...now.granted].filter((code) => !before.granted.has(code) && before.rules.has(code));
    if (lost.length > 0) warn(say(words.rightsLost, { rights: told(lost, now) }));
    if (gained.length > 0) showSuccess(say(words.rightsGained, { rights: told(gained, now) }));
  }, [answer, say, warn, showSuccess]);
};
