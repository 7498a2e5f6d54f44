import { Menu } from 'antd';
import type { MenuProps } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { hasChildren, shownIn } from './menu.ts';
import type { MenuNode, Place } from './menu.ts';
import { MenuIcon } from './icons.tsx';

interface SideMenuProps {
  readonly nodes: readonly MenuNode[];
  readonly place: Place | undefined;
  readonly folded: boolean;
  /** Where the page of a path is, if it is open already. */
  readonly addressOf: (path: string) => string;
  readonly onChosen?: () => void;
}

type Item = NonNullable<MenuProps['items']>[number];

const itemOf = (node: MenuNode): Item => {
  const item = { key: node.path, icon: <MenuIcon name={node.meta.icon} />, label: node.meta.title, title: node.meta.title };
  return hasChildren(node) && !node.alwaysShow ? { ...item, children: (node.children ?? []).map((child) => leafOf(child)) } : item;
};
const leafOf = (node: MenuNode): Item => (hasChildren(node) ? itemOf(node) : { key: node.path, label: node.meta.title, title: node.meta.title });

/** The menu of the viewer. One group is open at a time; it stays open behind a folded menu. */
export const SideMenu = ({ nodes, place, folded, addressOf, onChosen }: SideMenuProps) => {
  const navigate = useNavigate();
  const items = useMemo(() => shownIn(nodes).map(itemOf), [nodes]);
  const [open, setOpen] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState<Place>();
  // Another page opens its own group; the viewer's folding stands until then.
  if (place && place.node.path !== seen?.node.path) {
    setSeen(place);
    setOpen(place.above.map(({ path }) => path));
  }
  const external = useMemo(
    () => new Map(flat(nodes).flatMap((node) => (node.meta.internalOrExternal && node.meta.url ? [[node.path, node.meta.url] as const] : []))),
    [nodes],
  );
  const choose = (key: string) => {
    onChosen?.();
    const url = external.get(key);
    if (url !== undefined) window.open(url, '_blank', 'noopener');
    else void navigate(key === place?.node.path ? key : addressOf(key));
  };
  return (
    <Menu
      className="co-menu"
      mode="inline"
      inlineCollapsed={folded}
      inlineIndent={16}
      items={items}
      selectedKeys={place ? [place.node.path] : []}
      {...(!folded && { openKeys: [...open], onOpenChange: (keys: string[]) => setOpen(keys.slice(-1)) })}
      onClick={({ key }) => choose(key)}
    />
  );
};

const flat = (nodes: readonly MenuNode[]): readonly MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
