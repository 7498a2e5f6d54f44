import { Button } from 'antd';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import type { ReactNode } from 'react';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { whenIdle } from '#kit/web/code-loading/when-idle.ts';
import { loadAlarmBell } from '#domains/alarm/web.ts';
import { loadBell } from '#domains/system/web.ts';
import { useSay } from '#kit/web/language.ts';
import { LiveBadge } from '#kit/web/live/live.tsx';
import { useIsNarrow, useIsPhone } from '#kit/web/screen.ts';
import { words } from '../../words.ts';
import { menuCollapsedStore } from '../menu/menu-collapsed.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { SearchBox } from '../palette/search-box.tsx';
import { SettingsButton } from '../settings/settings-button.tsx';
import { UserMenu } from './user-menu.tsx';

const AlarmBell = lazyComponent(() => whenIdle().then(loadAlarmBell));
const Bell = lazyComponent(async () => (await loadBell()).NoticeBell);

interface HeaderProps {
  readonly folded: boolean;
  /** Whether the menu is in the header instead of beside the page. */
  readonly top: boolean;
  readonly onOpenMenu: () => void;
  /** The location of a path's page, if it is open already. */
  readonly addressOf: (path: string) => string;
  /** The breadcrumbs, or the menu. */
  readonly children: ReactNode;
}

/** The bar above every page: the breadcrumbs on the left, the viewer's controls on the right. */
export const Header = ({ folded, top, onOpenMenu, addressOf, children }: HeaderProps) => {
  const [phone, narrow] = [useIsPhone(), useIsNarrow()];
  return (
    <header className="co-header">
      {(phone || !top) && <MenuButton phone={phone} folded={folded} narrow={narrow} onOpen={onOpenMenu} />}
      {children}
      <span className="co-header-end">
        <LiveBadge />
        <SearchBox addressOf={addressOf} />
        <AlarmBell />
        <Bell />
        {/* A phone has them in the menu of the user and in the settings: the name of the page needs the room. */}
        {!phone && <LanguageSwitch isShort={narrow} />}
        {!phone && <ThemeSwitch />}
        <SettingsButton />
        <UserMenu isShort={phone} />
      </span>
    </header>
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
      onClick={() => menuCollapsedStore.set(!folded)}
    />
  );
};
