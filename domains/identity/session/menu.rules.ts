import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import type { MenuEntry, MenuGroup } from '#kit/resource/menu.ts';
import { sessionWords } from './session.labels.ts';
import type { MenuNode } from './session.ts';

export const HOME_PATH = '/dashboard/analysis';
const HOME: Omit<MenuNode, 'meta'> = {
  id: 'home',
  path: HOME_PATH,
  name: 'dashboard-analysis',
  component: 'dashboard/Analysis',
  route: '1',
  redirect: null,
};

/** The side menu of one person: groups with the entries they may open, home first, and no empty group. */
export const menuOf = (
  entries: readonly MenuEntry[],
  asked: { readonly may: (permission: string) => boolean; readonly language: Language },
): readonly MenuNode[] => {
  const allowed = entries.filter((entry) => asked.may(entry.allow));
  const groups = [...new Map(allowed.map((entry) => [entry.group.name, entry.group])).values()].toSorted((one, two) => one.order - two.order);
  const nodes = groups.map((group) => groupNode(group, { of: allowed.filter((entry) => entry.group.name === group.name), language: asked.language }));
  if (allowed.some((entry) => entry.path === HOME_PATH)) return nodes;
  return [{ ...HOME, meta: meta(say(sessionWords.home, asked.language), 'home', HOME.component) }, ...nodes];
};

const groupNode = (group: MenuGroup, { of, language }: { readonly of: readonly MenuEntry[]; readonly language: Language }): MenuNode => {
  const children = of.toSorted((one, two) => one.order - two.order).map((entry) => entryNode(entry, language));
  return {
    id: `group-${group.name}`,
    path: `/${group.name}`,
    name: group.name,
    component: 'layouts/RouteView',
    route: '1',
    redirect: null,
    ...(children.every((child) => child.hidden) && { hidden: true }),
    meta: { ...meta(say(group.title, language), group.icon, 'layouts/RouteView'), keepAlive: false },
    children,
  };
};

const entryNode = (entry: MenuEntry, language: Language): MenuNode => ({
  id: `menu${entry.path.replaceAll('/', '-')}`,
  path: entry.path,
  name: entry.path.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
  component: entry.component,
  route: '1',
  redirect: null,
  ...(entry.hidden && { hidden: true }),
  meta: meta(say(entry.title, language), entry.icon, entry.component),
});

const meta = (title: string, icon: string, component: string): MenuNode['meta'] => ({
  title,
  icon,
  keepAlive: true,
  internalOrExternal: false,
  componentName: component.split('/').at(-1) ?? component,
});
