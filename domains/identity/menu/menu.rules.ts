import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import { fillUrl, isAddress, mayFrame, SAMPLE_URL_VALUES } from './menu-url.rules.ts';
import { sessionWords } from '../session/session.labels.ts';
import type { MenuNode } from '../session/session.ts';

export const HOME_PATH = '/dashboard/analysis';
/** What draws a group, and what draws an address of the web inside the product. */
export const GROUP_COMPONENT = 'layouts/RouteView';
export const FRAME_COMPONENT = 'layouts/IframePageView';

/** One entry of a menu before it stands in its tree. */
export interface MenuRecord {
  readonly id: string;
  /** Null for a root. */
  readonly parentId: string | null;
  /** A path of ours, or an address of the web, which may hold placeholders. */
  readonly url: string;
  readonly component: string;
  readonly title: string;
  readonly icon: string;
  readonly sortNo: number;
  readonly name?: string | undefined;
  readonly componentName?: string | undefined;
  /** Where a root leads by itself. */
  readonly redirect?: string | undefined;
  /** False: stands in the menu without a page of its own. */
  readonly isRoute?: boolean;
  readonly hidden?: boolean;
  /** One entry for all that is under it. */
  readonly alwaysShow?: boolean;
  readonly keepAlive?: boolean;
  /** Rights of this page that the viewer holds. */
  readonly permissionList?: readonly string[];
  /** Of an address: whether it opens in a window of its own and not in a frame. */
  readonly internalOrExternal?: boolean;
}

interface MenuOptions {
  readonly language: Language;
  /** Origins whose pages may be framed. */
  readonly frameOrigins: readonly string[];
  /** MD5 in hex: the path of an entry that has none of its own. */
  readonly digest: (text: string) => string;
}

/** The menu of one person: home first, then what the records make, each group in its order. */
export const menuOf = (records: readonly MenuRecord[], options: MenuOptions): readonly MenuNode[] => {
  const nodes = childrenOf(null, records, options);
  if (records.some(({ url }) => url === HOME_PATH)) return nodes;
  const component = 'dashboard/Analysis';
  const home = { id: 'home', parentId: null, url: HOME_PATH, component, title: say(sessionWords.home, options.language), icon: 'home', sortNo: 0 };
  return [nodeOf({ ...home, keepAlive: true }, options, []), ...nodes];
};

const childrenOf = (parentId: string | null, records: readonly MenuRecord[], options: MenuOptions): readonly MenuNode[] =>
  records
    .filter((record) => record.parentId === parentId && isReachable(record, options))
    .toSorted((left, right) => left.sortNo - right.sortNo)
    .flatMap((record) => {
      const children = childrenOf(record.id, records, options);
      return children.length === 0 && isGroup(record) ? [] : [nodeOf(record, options, children)];
    });

const isGroup = ({ component, url }: MenuRecord): boolean => component === GROUP_COMPONENT && !isAddress(url);

/** An address that is none, holds an unknown placeholder or may not be framed is not offered. */
const isReachable = ({ url, internalOrExternal }: MenuRecord, { frameOrigins }: MenuOptions): boolean =>
  !isAddress(url) || (internalOrExternal === true ? fillUrl(url, SAMPLE_URL_VALUES) !== undefined : mayFrame(url, frameOrigins));

const nodeOf = (record: MenuRecord, { digest }: MenuOptions, children: readonly MenuNode[]): MenuNode => {
  const { id, url, title, icon, keepAlive = false, internalOrExternal = false, permissionList = [] } = record;
  const isExternal = isAddress(url);
  const component = isExternal && !internalOrExternal ? FRAME_COMPONENT : record.component;
  const isRolledUp = record.parentId === null && children.length > 0 && children.every((child) => child.hidden);
  return {
    id,
    path: isExternal ? `/${digest(url)}` : url,
    name: record.name ?? url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
    component,
    route: record.isRoute === false ? '0' : '1',
    redirect: record.parentId === null ? (record.redirect ?? null) : null,
    ...((record.hidden === true || isRolledUp) && { hidden: true }),
    ...(record.alwaysShow === true && { alwaysShow: true }),
    meta: {
      title,
      icon,
      keepAlive,
      internalOrExternal: isExternal && internalOrExternal,
      componentName: record.componentName ?? component.split('/').at(-1) ?? component,
      permissionList,
      ...(isExternal && { url }),
    },
    ...(children.length > 0 && { children }),
  };
};
