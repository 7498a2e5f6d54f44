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
import { landingOf, pageOf, tellChosen, wayOut } from './menu/menu.ts';
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
import './shell.css';

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

/** Menu, header, tabs and the page of the address. */
const Frame = () => {
  const { waiting, nodes, pages } = useMenu();
  const { pathname } = useLocation();
  const navigate = useGo();
  const viewer = useViewer();
  const [phone, narrow] = [useIsPhone(), useIsNarrow()];
  const folded = useStore(menuCollapsedStore) || narrow;
  const top = useStore(settings.layout) === 'topmenu' && !phone;
  const [menuOpen, setMenuOpen] = useState(false);
  const page = pageOf(pages, pathname);
  const start = startOf(pages);
  const home = start?.node.path ?? HOME;
  const tabs = useTabs(pages, home);
  useTitle(page, home);
  useLayoutAttributes({ tabs: tabs.keepsTabs, folded: folded && !top, top });
  const menu = {
    nodes,
    page,
    onChoose: (path: string, byLink: boolean) => {
      setMenuOpen(false);
      tellChosen(nodes, path);
      const goal = landingOf(nodes, path);
      const externalAddress = wayOut(nodes, path);
      if (!externalAddress) navigate(goal === page?.node.path ? goal : tabs.addressOf(goal));
      else if (!byLink) openBeside(externalAddress, viewer?.id);
    },
  };
  const crumbs = <Breadcrumbs page={page} phone={phone} home={home} />;
  return (
    <div className="co-shell">
      <SkipLink />
      {!phone && !top && (
        <MenuTheme as="aside" className="co-side">
          <Brand />
          <SideMenu {...menu} folded={folded} />
        </MenuTheme>
      )}
      <div className="co-top">
        <MenuTheme as="div" className="co-header-box" keepsTheme={!top}>
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
        </MenuTheme>
        {tabs.keepsTabs && pages.length > 0 && <TabStrip tabs={tabs} pages={pages} />}
      </div>
      <main className="co-main" id="main" tabIndex={-1}>
        {top && crumbs}
        <TabPanes tabs={tabs} pages={pages} />
        {!page && <NoPage waiting={waiting} pages={pages} start={start} />}
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
  /** This element does not contain the menu, so it has the theme of the page. */
  readonly keepsTheme?: boolean;
  readonly children: ReactNode;
}

/** The area of the menu, which is dark in the light scheme too when the viewer chose its dark theme. */
const MenuTheme = ({ as: Box, className, keepsTheme = false, children }: NightlyProps) => {
  const [theme, colorScheme] = [useStore(settings.menuTheme), useColorScheme()];
  const isDark = theme === 'dark' && colorScheme === 'light' && !keepsTheme;
  return (
    <DarkTheme on={isDark}>
      <Box className={isDark ? `${className} co-night` : className}>{children}</Box>
    </DarkTheme>
  );
};

/** The link that skips the menu, for keyboard users. */
const SkipLink = () => {
  const say = useSay();
  return (
    <button type="button" className="co-skip" onClick={() => document.querySelector<HTMLElement>('#main')?.focus()}>
      {say(words.skip)}
    </button>
  );
};

const useTitle = (page: MenuPage | undefined, home: string): void => {
  const title = page && page.node.path !== home ? `${page.node.meta.title} - ${PRODUCT}` : PRODUCT;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
