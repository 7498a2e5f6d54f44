import type { MenuProps } from 'antd';
import { hasChildren, shownIn } from './menu.ts';
import type { MenuNode } from './menu.ts';
import { MenuIcon } from './icons.tsx';

type Item = NonNullable<MenuProps['items']>[number];

/** The entries of a menu as antd draws them. One that always shows stands for all that is under it. */
export const menuItems = (nodes: readonly MenuNode[]): Item[] => shownIn(nodes).map(itemOf);

const itemOf = (node: MenuNode): Item => {
  const item = { key: node.path, icon: <MenuIcon name={node.meta.icon} />, label: node.meta.title, title: node.meta.title };
  return hasChildren(node) && !node.alwaysShow ? { ...item, children: (node.children ?? []).map(leafOf) } : item;
};

const leafOf = (node: MenuNode): Item => (hasChildren(node) ? itemOf(node) : { key: node.path, label: node.meta.title, title: node.meta.title });
