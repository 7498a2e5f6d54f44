import { Menu } from 'antd';
import { useMemo, useState } from 'react';
import type { MenuNode, MenuPage } from './menu.ts';
import { menuItems } from './menu-items.tsx';

export interface MenuViewProps {
  readonly nodes: readonly MenuNode[];
  readonly place: MenuPage | undefined;
  /** `byLink`: the link of the entry has led there already, as it does under a pointer and not by keys. */
  readonly onChoose: (path: string, byLink: boolean) => void;
}

/** The menu at the side. One group is open at a time; it stays open behind a folded menu. */
export const SideMenu = ({ nodes, place, folded, onChoose }: MenuViewProps & { readonly folded: boolean }) => {
  const items = useMemo(() => menuItems(nodes), [nodes]);
  const [open, setOpen] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState<MenuPage>();
  // Another page opens its own group; the viewer's folding stands until then.
  if (place && place.node.path !== seen?.node.path) {
    setSeen(place);
    setOpen(place.above.map(({ path }) => path));
  }
  return (
    <Menu
      className="co-menu"
      mode="inline"
      inlineCollapsed={folded}
      inlineIndent={16}
      items={items}
      selectedKeys={selectedOf(place)}
      {...(!folded && { openKeys: [...open], onOpenChange: (keys: string[]) => setOpen(onlyRoot(keys, open, nodes)) })}
      onClick={({ key, domEvent }) => onChoose(key, isLink(domEvent.target))}
    />
  );
};

/** The menu across the top. */
export const TopMenu = ({ nodes, place, onChoose }: MenuViewProps) => (
  <Menu
    className="co-menu co-menu-top"
    mode="horizontal"
    items={useMemo(() => menuItems(nodes), [nodes])}
    selectedKeys={selectedOf(place)}
    onClick={({ key, domEvent }) => onChoose(key, isLink(domEvent.target))}
  />
);

const isLink = (pressed: EventTarget): boolean => pressed instanceof Element && pressed.closest('a') !== null;

/** The page and what stands above it, for an entry that shows for all of its children. */
const selectedOf = (place: MenuPage | undefined): string[] => (place ? [place.node.path, ...place.above.map(({ path }) => path)] : []);

/** Opening a root group closes the one that was open; groups within stay as they are. */
const onlyRoot = (keys: readonly string[], before: readonly string[], nodes: readonly MenuNode[]): readonly string[] => {
  const isRoot = (key: string): boolean => nodes.some(({ path }) => path === key);
  const opened = keys.find((key) => !before.includes(key));
  return opened !== undefined && isRoot(opened) ? keys.filter((key) => key === opened || !isRoot(key)) : keys;
};
