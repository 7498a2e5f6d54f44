import { Menu } from 'antd';
import { useMemo, useState } from 'react';
import type { MenuNode, MenuPage } from './menu.ts';
import { menuItems } from './menu-items.tsx';

export interface MenuViewProps {
  readonly nodes: readonly MenuNode[];
  readonly page: MenuPage | undefined;
  /** `byLink`: the link of the entry has navigated already, as it does on a click and not on a key. */
  readonly onChoose: (path: string, byLink: boolean) => void;
}

/** The menu at the side. One group is open at a time; it stays open while the menu is collapsed. */
export const SideMenu = ({ nodes, page, folded, onChoose }: MenuViewProps & { readonly folded: boolean }) => {
  const items = useMemo(() => menuItems(nodes), [nodes]);
  const [open, setOpen] = useState<readonly string[]>([]);
  const [lastPage, setLastPage] = useState<MenuPage>();
  // Another page opens its own group; until then the groups stay as the viewer left them.
  if (page && page.node.path !== lastPage?.node.path) {
    setLastPage(page);
    setOpen(page.groups.map(({ path }) => path));
  }
  return (
    <Menu
      className="co-menu"
      mode="inline"
      inlineCollapsed={folded}
      inlineIndent={16}
      items={items}
      selectedKeys={selectedOf(page)}
      {...(!folded && { openKeys: [...open], onOpenChange: (keys: string[]) => setOpen(onlyRoot(keys, open, nodes)) })}
      onClick={({ key, domEvent }) => onChoose(key, isLink(domEvent.target))}
    />
  );
};

/** The horizontal menu. */
export const TopMenu = ({ nodes, page, onChoose }: MenuViewProps) => (
  <Menu
    className="co-menu co-menu-top"
    mode="horizontal"
    items={useMemo(() => menuItems(nodes), [nodes])}
    selectedKeys={selectedOf(page)}
    onClick={({ key, domEvent }) => onChoose(key, isLink(domEvent.target))}
  />
);

const isLink = (target: EventTarget): boolean => target instanceof Element && target.closest('a') !== null;

/** The page and its groups, for an entry that shows for all of its children. */
const selectedOf = (page: MenuPage | undefined): string[] => (page ? [page.node.path, ...page.groups.map(({ path }) => path)] : []);

/** Opening a root group closes the open one; groups inside stay as they are. */
const onlyRoot = (keys: readonly string[], before: readonly string[], nodes: readonly MenuNode[]): readonly string[] => {
  const isRoot = (key: string): boolean => nodes.some(({ path }) => path === key);
  const opened = keys.find((key) => !before.includes(key));
  return opened !== undefined && isRoot(opened) ? keys.filter((key) => key === opened || !isRoot(key)) : keys;
};
