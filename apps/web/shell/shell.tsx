import { Breadcrumb, Button, Drawer, Skeleton } from 'antd';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { useEffect, useState } from 'react';
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
import { PageHost } from './page-host.tsx';
import { SideMenu } from './side-menu.tsx';
import { signOut } from './sign-out.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { LookSwitch } from './look-switch.tsx';
import { useMenu } from './use-menu.ts';
import { UserMenu } from './user-menu.tsx';
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
  useTitle(place);
  const folded = narrow || chosen;
  const menu = <SideMenu nodes={nodes} place={place} folded={!phone && folded} onChosen={() => setMenuOpen(false)} />;
  return (
    <div className={folded ? 'co-shell co-shell-folded' : 'co-shell'}>
      <SkipLink />
      {phone ? (
        <Drawer
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
          placement="left"
          size={248}
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
      <main className="co-main" id="main" tabIndex={-1}>
        <Content query={query} place={place} />
      </main>
    </div>
  );
};

interface ContentProps {
  readonly query: ReturnType<typeof useMenu>['query'];
  readonly place: Place | undefined;
}

const Content = ({ query, place }: ContentProps) => {
  const say = useSay();
  const { pathname } = useLocation();
  const { pages } = useMenu();
  if (query.isError && !query.data) return <MenuFailed message={query.error.message} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active className="co-page-wait" />;
  if (place) return <PageHost node={place.node} />;
  const start = STARTS.flatMap((path) => pages.find(({ node }) => node.path === path) ?? [])[0] ?? pages[0];
  if (pathname !== '/' && pathname !== HOME) return <NotFound />;
  return start ? <Navigate to={start.node.path} replace /> : <Notice tone="busy" title={say(words.noMenu)} />;
};

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

const useTitle = (place: Place | undefined): void => {
  const title = place && place.node.path !== HOME ? `${place.node.meta.title} - ${PRODUCT}` : PRODUCT;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
