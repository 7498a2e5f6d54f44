import { Breadcrumb, Button, Drawer, Skeleton } from 'antd';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { FeedbackRoot } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { LiveBadge } from '#kit/web/live.tsx';
import { Notice } from '#kit/web/notice.tsx';
import { UiRoot } from '#kit/web/root.tsx';
import { useNarrow, usePhone } from '#kit/web/screen.ts';
import { storageKeys } from '#kit/web/storage.ts';
import { rememberedStore, useStore } from '#kit/web/store.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { HOME, PRODUCT, STARTS } from '../paths.ts';
import { Mark } from '../mark.tsx';
import { words } from '../words.ts';
import { placeOf } from './menu.ts';
import type { Place } from './menu.ts';
import { NotFound } from './not-found.tsx';
import { SideMenu } from './side-menu.tsx';
import { signOut } from './sign-out.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { LookSwitch } from './look-switch.tsx';
import { useMenu } from './use-menu.ts';
import { UserMenu } from './user-menu.tsx';
import { TabPanes } from './tabs/tab-panes.tsx';
import { TabStrip } from './tabs/tab-strip.tsx';
import { useTabs } from './tabs/use-tabs.ts';
import '#kit/web/kit.css';
import './shell.css';

const foldStore = rememberedStore<boolean>({
  key: storageKeys.sider,
  read: (text) => text === 'folded',
  write: (folded) => (folded ? 'folded' : null),
});

/** Everything behind the sign-in. */
export const Shell = () => (
  <UiRoot>
    <FeedbackRoot>
      <Frame />
    </FeedbackRoot>
  </UiRoot>
);

/** Menu, header and the page the address means. */
const Frame = () => {
  const { query, nodes, pages } = useMenu();
  const { pathname } = useLocation();
  const [phone, narrow] = [usePhone(), useNarrow()];
  const chosen = useStore(foldStore);
  const [menuOpen, setMenuOpen] = useState(false);
  const place = placeOf(pages, pathname);
  const home = startOf(pages)?.node.path ?? HOME;
  const tabs = useTabs(pages, home);
  useTitle(place, home);
  const folded = narrow || chosen;
  useMarks({ tabs: tabs.many, folded });
  const menu = <SideMenu nodes={nodes} place={place} folded={!phone && folded} addressOf={tabs.addressOf} onChosen={() => setMenuOpen(false)} />;
  return (
    <div className="co-shell">
      <SkipLink />
      {phone ? (
        <Drawer
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
          placement="left"
          size={248}
          rootClassName="co-over"
          title={<Brand />}
          classNames={{ body: 'co-menu-drawer' }}
        >
          {menu}
        </Drawer>
      ) : (
        <aside className="co-side">
          <Brand />
          {menu}
        </aside>
      )}
      <div className="co-top">
        <header className="co-header">
          <MenuButton phone={phone} folded={folded} narrow={narrow} onOpen={() => setMenuOpen(true)} />
          <Crumbs place={place} phone={phone} />
          <span className="co-header-end">
            <LiveBadge />
            <LanguageSwitch short={narrow} />
            <LookSwitch />
            <UserMenu short={phone} />
          </span>
        </header>
        {tabs.many && pages.length > 0 && <TabStrip tabs={tabs} pages={pages} />}
      </div>
      <main className="co-main" id="main" tabIndex={-1}>
        <TabPanes tabs={tabs} pages={pages} />
        {!place && <Pageless query={query} pages={pages} />}
      </main>
    </div>
  );
};

/** Drawers stand outside the shell and have to know its measures. */
const useMarks = (marks: Readonly<Record<string, boolean>>): void => {
  useLayoutEffect(() => {
    for (const [name, on] of Object.entries(marks)) document.documentElement.toggleAttribute(`data-${name}`, on);
  });
};

interface PagelessProps {
  readonly query: ReturnType<typeof useMenu>['query'];
  readonly pages: readonly Place[];
}

/** What an address without a page shows. */
const Pageless = ({ query, pages }: PagelessProps) => {
  const say = useSay();
  const { pathname } = useLocation();
  if (query.isError && !query.data) return <MenuFailed message={query.error.message} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active className="co-page-wait" />;
  if (pathname !== '/' && pathname !== HOME) return <NotFound />;
  const start = startOf(pages);
  return start ? <Navigate to={start.node.path} replace /> : <Notice tone="busy" title={say(words.noMenu)} />;
};

const startOf = (pages: readonly Place[]): Place | undefined =>
  STARTS.flatMap((path) => pages.find(({ node }) => node.path === path) ?? [])[0] ?? pages[0];

const MenuFailed = ({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) => {
  const say = useSay();
  return (
    <Notice tone="warn" title={say(words.menuFailed)} text={message}>
      <Button type="primary" onClick={onRetry}>
        {say(kitWords.retry)}
      </Button>
      <Button onClick={() => void signOut()}>{say(words.signOut)}</Button>
    </Notice>
  );
};

const Brand = () => (
  <Link to="/" className="co-brand">
    <Mark />
    <span>{PRODUCT}</span>
  </Link>
);

/** The keyboard's way past the menu. */
const SkipLink = () => {
  const say = useSay();
  return (
    <button type="button" className="co-skip" onClick={() => document.querySelector<HTMLElement>('#main')?.focus()}>
      {say(words.skip)}
    </button>
  );
};

interface MenuButtonProps {
  readonly phone: boolean;
  readonly narrow: boolean;
  readonly folded: boolean;
  readonly onOpen: () => void;
}

const MenuButton = ({ phone, narrow, folded, onOpen }: MenuButtonProps) => {
  const say = useSay();
  if (phone) return <Button type="text" icon={<MenuOutlined />} aria-label={say(words.menu)} onClick={onOpen} />;
  if (narrow) return null;
  return (
    <Button
      type="text"
      icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      aria-label={say(folded ? words.unfoldMenu : words.foldMenu)}
      onClick={() => foldStore.set(!folded)}
    />
  );
};

const Crumbs = ({ place, phone }: { readonly place: Place | undefined; readonly phone: boolean }) => {
  const say = useSay();
  if (!place) return <span className="co-crumbs" />;
  const last = { title: place.node.meta.title };
  const items = phone ? [last] : [{ title: <Link to="/">{say(words.home)}</Link> }, ...place.above.map(({ meta }) => ({ title: meta.title })), last];
  return <Breadcrumb className="co-crumbs" items={items} />;
};

const useTitle = (place: Place | undefined, home: string): void => {
  const title = place && place.node.path !== home ? `${place.node.meta.title} - ${PRODUCT}` : PRODUCT;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
