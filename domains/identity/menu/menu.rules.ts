import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import { fillUrl, isAddress, mayFrame, SAMPLE_URL_VALUES } from './menu-url.rules.ts';
import { sessionWords } from '../session/session.labels.ts';
import type { MenuNode } from '../session/session.ts';

export const HOME_PATH = '/dashboard/analysis';
/** The components for a group, and for a URL shown inside the product. */
export const GROUP_COMPONENT = 'layouts/RouteView';
export const FRAME_COMPONENT = 'layouts/IframePageView';

/** A menu entry before the tree is built. */
export interface MenuRecord {
  readonly id: string;
  /** Null for a root. */
  readonly parentId: string | null;
  /** A path of the product, or a web address that may contain placeholders. */
  readonly url: string;
  readonly component: string;
  readonly title: string;
  readonly icon: string;
  readonly sortNo: number;
  readonly name?: string | undefined;
  readonly componentName?: string | undefined;
  /** The page to which a root leads. */
  readonly redirect?: string | undefined;
  /** False: an entry of the menu without its own page. */
  readonly isRoute?: boolean;
  readonly hidden?: boolean;
  /** Shows the entry as a group even when it has a single child. */
  readonly alwaysShow?: boolean;
  readonly keepAlive?: boolean;
  /** Permissions of this page that the viewer holds. */
  readonly permissionList?: readonly string[];
  /** For a URL: whether it opens in its own window and not in a frame. */
  readonly internalOrExternal?: boolean;
}

interface MenuOptions {
  readonly language: Language;
  /** Origins whose pages may be shown in a frame. */
  readonly frameOrigins: readonly string[];
  /** MD5 in hex, used as the path of an entry without one. */
  readonly digest: (text: string) => string;
}

/** The menu of a user: the home page first, then the entries in their order. */
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

/** Entries with an invalid URL, with an unknown placeholder, or with a URL that must not be framed are left out. */
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
