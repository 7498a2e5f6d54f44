import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { FeedbackRoot } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { DarkTheme, UiRoot } from '#kit/web/theme/ui-root.tsx';
import { useIsNarrow, useIsPhone } from '#kit/web/screen.ts';
import { StepUpRoot } from '#kit/web/step-up/step-up-root.tsx';
import { useViewer } from '#kit/web/session/session.ts';
import { useStore } from '#kit/web/store.ts';
import { useColorScheme } from '#kit/web/theme/theme-store.ts';
import { startOf } from '../first-page.ts';
import { HOME, PRODUCT } from '../paths.ts';
import { words } from '../words.ts';
import { Brand } from './menu/brand.tsx';
import { Breadcrumbs } from './header/breadcrumbs.tsx';
import { Entry } from './session/entry.tsx';
import { menuCollapsedStore } from './menu/menu-collapsed.ts';
import { useLayoutAttributes } from './use-layout-attributes.ts';
import { Header } from './header/header.tsx';
import { landingOf, placeOf, tellChosen, wayOut } from './menu/menu.ts';
import type { MenuPage } from './menu/menu.ts';
import { NoPage } from './page/no-page.tsx';
import { settings } from './settings/settings.ts';
import { SideMenu, TopMenu } from './menu/side-menu.tsx';
import { TabPanes } from './tabs/tab-panes.tsx';
import { TabStrip } from './tabs/tab-strip.tsx';
import { useTabs } from './tabs/use-tabs.ts';
import { openBeside } from './menu/external-address.ts';
import { useGo } from './use-go.ts';
import { useMenu } from './menu/use-menu.ts';
import '#kit/web/theme/kit.css';
import './shell.css';

export { pageAhead } from './page/page-host.tsx';

const LegalLinks = lazyComponent(() => import('../footer/legal-links.tsx').then((links) => links.LegalLinks));
const PhoneMenu = lazyComponent(() => import('./menu/phone-menu.tsx').then((menu) => menu.PhoneMenu));

/** Everything behind the sign-in. */
export const Shell = () => (
  <UiRoot>
    <FeedbackRoot>
      <Entry>
        <Frame />
      </Entry>
      <StepUpRoot />
    </FeedbackRoot>
  </UiRoot>
);

/** Menu, header, tabs and the page the address means. */
const Frame = () => {
  const { waiting, nodes, pages } = useMenu();
  const { pathname } = useLocation();
  const go = useGo();
  const viewer = useViewer();
  const [phone, narrow] = [useIsPhone(), useIsNarrow()];
  const folded = useStore(menuCollapsedStore) || narrow;
  const top = useStore(settings.layout) === 'topmenu' && !phone;
  const [menuOpen, setMenuOpen] = useState(false);
  const place = placeOf(pages, pathname);
  const start = startOf(pages);
  const home = start?.node.path ?? HOME;
  const tabs = useTabs(pages, home);
  useTitle(place, home);
  useLayoutAttributes({ tabs: tabs.many, folded: folded && !top, top });
  const menu = {
    nodes,
    place,
    onChoose: (path: string, byLink: boolean) => {
      setMenuOpen(false);
      tellChosen(nodes, path);
      const goal = landingOf(nodes, path);
      const out = wayOut(nodes, path);
      if (!out) go(goal === place?.node.path ? goal : tabs.addressOf(goal));
      else if (!byLink) openBeside(out, viewer?.id);
    },
  };
  const crumbs = <Breadcrumbs place={place} phone={phone} home={home} />;
  return (
    <div className="co-shell">
      <SkipLink />
      {!phone && !top && (
        <Nightly as="aside" className="co-side">
          <Brand />
          <SideMenu {...menu} folded={folded} />
        </Nightly>
      )}
      <div className="co-top">
        <Nightly as="div" className="co-header-box" hold={!top}>
          <Header folded={folded} top={top} onOpenMenu={() => setMenuOpen(true)} addressOf={tabs.addressOf}>
            {top ? (
              <>
                <Brand />
                <TopMenu {...menu} />
              </>
            ) : (
              crumbs
            )}
          </Header>
        </Nightly>
        {tabs.many && pages.length > 0 && <TabStrip tabs={tabs} pages={pages} />}
      </div>
      <main className="co-main" id="main" tabIndex={-1}>
        {top && crumbs}
        <TabPanes tabs={tabs} pages={pages} />
        {!place && <NoPage waiting={waiting} pages={pages} start={start} />}
      </main>
      <footer className="co-foot">
        <LegalLinks />
      </footer>
      {phone && (
        <PhoneMenu open={menuOpen} onClose={() => setMenuOpen(false)}>
          <SideMenu {...menu} folded={false} />
        </PhoneMenu>
      )}
    </div>
  );
};

interface NightlyProps {
  readonly as: 'aside' | 'div';
  readonly className: string;
  /** The menu is not in here, so this is drawn like the rest. */
  readonly hold?: boolean;
  readonly children: ReactNode;
}

/** Where the menu stands: dark by day too, when the viewer wants its theme so. */
const Nightly = ({ as: Box, className, hold = false, children }: NightlyProps) => {
  const [theme, look] = [useStore(settings.menuTheme), useColorScheme()];
  const night = theme === 'dark' && look === 'light' && !hold;
  return (
    <DarkTheme on={night}>
      <Box className={night ? `${className} co-night` : className}>{children}</Box>
    </DarkTheme>
  );
};

/** The keyboard's way past the menu. */
const SkipLink = () => {
  const say = useSay();
  return (
    <button type="button" className="co-skip" onClick={() => document.querySelector<HTMLElement>('#main')?.focus()}>
      {say(words.skip)}
    </button>
  );
};

const useTitle = (place: MenuPage | undefined, home: string): void => {
  const title = place && place.node.path !== home ? `${place.node.meta.title} - ${PRODUCT}` : PRODUCT;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
