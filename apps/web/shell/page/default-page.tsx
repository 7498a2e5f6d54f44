import { useMemo } from 'react';
import { useSay } from '#kit/web/language.ts';
import { AnyListPage } from '#kit/web/list/list-page.tsx';
import { Notice } from '#kit/web/notice.tsx';
import { featureOf } from '../../features.ts';
import { words } from '../../words.ts';

/** The list of a noun without components of its own. */
export const DefaultPage = ({ component }: { readonly component: string }) => {
  const say = useSay();
  const feature = useMemo(() => featureOf(component), [component]);
  const list = feature?.api['list'];
  if (!feature?.resource || !feature.labels || !list) return <Notice tone="bad" title={say(words.noModule, { component })} />;
  return <AnyListPage of={feature.resource} api={{ ...feature.api, list }} labels={feature.labels} />;
};
