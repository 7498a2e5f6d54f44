import { Activity, memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { NavigationType, UNSAFE_LocationContext as LocationContext, UNSAFE_RouteContext as RouteContext } from 'react-router';
import { TabContext } from '#kit/web/navigation/tab-context.ts';
import { placeOf } from '../menu/menu.ts';
import type { MenuNode, MenuPage } from '../menu/menu.ts';
import { PageHost } from '../page/page-host.tsx';
import type { Tab } from './tabs.ts';
import type { Tabs } from './use-tabs.ts';

/** The pages of all tabs that were looked at. Those that are hidden keep what was typed, and rest. */
export const TabPanes = ({ tabs, pages }: { readonly tabs: Tabs; readonly pages: readonly MenuPage[] }) =>
  tabs.tabs.map((tab) => {
    const place = placeOf(pages, tab.path);
    const shown = tab.path === tabs.shown;
    const kept = tabs.many && place?.node.meta.keepAlive !== false;
    if (!place || tab.seen === 0 || !(shown || kept)) return null;
    return <Pane key={`${tab.path} ${tab.load}`} tab={tab} node={place.node} shown={shown} kept={kept} />;
  });

interface PaneProps {
  readonly tab: Tab;
  readonly node: MenuNode;
  readonly shown: boolean;
  readonly kept: boolean;
}

/** What routers give to their first routes. */
const rootRoute = { outlet: null, matches: [], isDataRoute: false };

/** One page with an address of its own: it is not drawn again when others move. */
const Pane = memo(({ tab: { path, location }, node, shown, kept }: PaneProps) => {
  const place = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  const { title } = node.meta;
  const tab = useMemo(() => ({ path, title, search: location.search, isKept: kept }), [path, title, location.search, kept]);
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <RouteContext value={rootRoute}>
        <LocationContext value={place}>
          <TabContext value={tab}>
            <OwnScroll>
              <PageHost node={node} />
            </OwnScroll>
          </TabContext>
        </LocationContext>
      </RouteContext>
    </Activity>
  );
});

/** The window scrolls for all pages; each finds the place again where it was. */
const OwnScroll = ({ children }: { readonly children: ReactNode }) => {
  const top = useRef(0);
  useLayoutEffect(() => {
    window.scrollTo(0, top.current);
    const note = (): void => {
      top.current = window.scrollY;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
  return <div className="co-pane">{children}</div>;
};
