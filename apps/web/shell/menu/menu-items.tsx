import type { MenuProps } from 'antd';
import { hasChildren, isExternal, shownIn } from './menu.ts';
import type { MenuNode } from './menu.ts';
import { MenuIcon } from './icons.tsx';
import { useAddress } from './external-address.ts';

type Item = NonNullable<MenuProps['items']>[number];

/** The entries of a menu for antd. An entry that always shows stands for all of its children. */
export const menuItems = (nodes: readonly MenuNode[]): Item[] => shownIn(nodes).map(itemOf);

const itemOf = (node: MenuNode): Item => {
  const item = { key: node.path, icon: <MenuIcon name={node.meta.icon} />, label: <EntryName node={node} />, title: node.meta.title };
  return hasChildren(node) && !node.alwaysShow ? { ...item, children: (node.children ?? []).map(leafOf) } : item;
};

const leafOf = (node: MenuNode): Item =>
  hasChildren(node) ? itemOf(node) : { key: node.path, label: <EntryName node={node} />, title: node.meta.title };

/** A link where the entry leads out of the product. */
const EntryName = ({ node }: { readonly node: MenuNode }) => {
  const address = useAddress(node);
  if (!isExternal(node) || address === undefined) return node.meta.title;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {node.meta.title}
    </a>
  );
};
