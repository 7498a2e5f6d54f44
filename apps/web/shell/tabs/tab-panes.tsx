import { Activity, memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { NavigationType, UNSAFE_LocationContext as LocationContext, UNSAFE_RouteContext as RouteContext } from 'react-router';
import { TabContext } from '#kit/web/navigation/tab-context.ts';
import { pageOf } from '../menu/menu.ts';
import type { MenuNode, MenuPage } from '../menu/menu.ts';
import { PageHost } from '../page/page-host.tsx';
import type { Tab } from './tabs.ts';
import type { Tabs } from './use-tabs.ts';

/** The pages of all visited tabs. Hidden pages keep their input and do not update. */
export const TabPanes = ({ tabs, pages }: { readonly tabs: Tabs; readonly pages: readonly MenuPage[] }) =>
  tabs.tabs.map((tab) => {
    const page = pageOf(pages, tab.path);
    const shown = tab.path === tabs.shown;
    const keepsAlive = tabs.keepsTabs && page?.node.meta.keepAlive !== false;
    if (!page || tab.shownSequence === 0 || !(shown || keepsAlive)) return null;
    return <Pane key={`${tab.path} ${tab.load}`} tab={tab} node={page.node} shown={shown} keepsAlive={keepsAlive} />;
  });

interface PaneProps {
  readonly tab: Tab;
  readonly node: MenuNode;
  readonly shown: boolean;
  readonly keepsAlive: boolean;
}

/** The values that routers give to their first routes. */
const rootRoute = { outlet: null, matches: [], isDataRoute: false };

/** One page with its own location; it is not rendered again when other tabs navigate. */
const Pane = memo(({ tab: { path, location }, node, shown, keepsAlive }: PaneProps) => {
  const routerLocation = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  const { title } = node.meta;
  const tab = useMemo(() => ({ path, title, search: location.search, isKept: keepsAlive }), [path, title, location.search, keepsAlive]);
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <RouteContext value={rootRoute}>
        <LocationContext value={routerLocation}>
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

/** All pages share the scroll position of the window, so each restores its own. */
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
