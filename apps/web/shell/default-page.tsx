import { useMemo } from 'react';
import { AnyListPage } from '#kit/web/list/list-page.tsx';
import { featureOf } from '../features.ts';
import { NotFound } from './not-found.tsx';

/** The list of a noun that has no screens of its own. */
export const DefaultPage = ({ component }: { readonly component: string }) => {
  const feature = useMemo(() => featureOf(component), [component]);
  const list = feature?.api['list'];
  if (!feature?.resource || !feature.labels || !list) return <NotFound />;
  return <AnyListPage of={feature.resource} api={{ ...feature.api, list }} labels={feature.labels} />;
};
