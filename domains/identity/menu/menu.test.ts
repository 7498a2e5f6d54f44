import { expect, test } from 'vitest';
import type { MenuEntry, MenuGroup } from '#kit/resource/menu.ts';
import { identity } from '../resources.ts';
import { feature } from '#kit/resource/feature.ts';
import type { Language } from '#kit/fields/words.ts';
import { declaredRecords } from '../permission/declared.rules.ts';
import { menuRecords } from '../permission/records.rules.ts';
import type { PermissionRow } from '../permission/records.rules.ts';
import { HOME_PATH, menuOf } from './menu.rules.ts';
import type { MenuRecord } from './menu.rules.ts';
import { fillUrl } from './menu-url.rules.ts';
import { permissionText as inWords } from '../permission/permission-words.rules.ts';

/** The groups of three domains, in their order. */
const menuGroups: readonly MenuGroup[] = [
  { name: 'monitor', title: ['实时监控', '即時監控', 'Monitoring'], icon: 'dashboard', order: 10 },
  { name: 'network', title: ['站桩管理', '站樁管理', 'Network'], icon: 'cluster', order: 20 },
  { name: 'device', title: ['设备运维', '設備運維', 'Devices'], icon: 'tool', order: 70 },
];
const entry = (path: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  path,
  component: `x/${path.slice(1)}`,
  title: [`${path}简`, `${path}繁`, path],
  icon: 'car',
  group: 'network',
  order: 1,
  allow: `${path.slice(1)}:list`,
  ...more,
});
const query = { language: 'en_US', frameOrigins: ['https://maps.example'], digest: (text: string) => `md5(${text})` } as const;
const everybody = { may: () => true, language: 'en_US' } as const;
const row = (record: ReturnType<typeof declaredRecords>[number]): PermissionRow => ({
  id: record.programKey,
  tenantId: null,
  parentId: record.parentKey,
  builtIn: 1,
  menuType: record.menuType,
  name: record.names[0],
  nameTw: record.names[1],
  nameEn: record.names[2],
  url: record.url,
  component: record.component,
  componentName: null,
  redirect: null,
  icon: record.icon,
  perms: record.perms,
  permsType: '2',
  status: '1',
  ruleField: null,
  sortNo: record.sortNo,
  isRoute: 1,
  hidden: record.hidden,
  alwaysShow: 0,
  keepAlive: 1,
  internalOrExternal: 0,
});
const declared = (
  entries: readonly MenuEntry[],
  viewer: { readonly may: (permission: string) => boolean; readonly language: Language } = everybody,
) => {
  const rows = declaredRecords({ features: [feature({ name: 'x', api: {}, menu: entries })], menuGroups, permissions: [] }).map(row);
  return menuOf(menuRecords(rows, viewer), { ...query, language: viewer.language });
};

test('groups stand in their order with their entries in theirs, home before all', () => {
  const menu = declared([entry('/b', { order: 2 }), entry('/log', { group: 'device' }), entry('/a')]);
  expect(menu.map((node) => [node.path, node.children?.map((child) => child.path)])).toEqual([
    [HOME_PATH, undefined],
    ['/network', ['/a', '/b']],
    ['/device', ['/log']],
  ]);
  expect(menu[1]).toMatchObject({
    route: '1',
    redirect: null,
    component: 'layouts/RouteView',
    meta: { title: 'Network', icon: 'cluster', componentName: 'RouteView' },
  });
  expect(menu[1]?.children?.[0]).toMatchObject({
    name: 'a',
    component: 'x/a',
    meta: { title: '/a', keepAlive: true, internalOrExternal: false, componentName: 'a', permissionList: ['a:list'] },
  });
});

test('what a person may not open is not there, and neither is a group without anything', () => {
  const menu = declared([entry('/a'), entry('/log', { group: 'device' })], {
    may: (permission) => permission === 'log:list',
    language: 'zh_CN',
  });
  expect(menu.map((node) => node.path)).toEqual([HOME_PATH, '/device']);
  expect(menu[1]?.children?.map((child) => child.meta.title)).toEqual(['/log简']);
});

test('a group of hidden pages is hidden itself, a mixed one is not', () => {
  const [, hidden] = declared([entry('/a', { hidden: true })]);
  expect(hidden).toMatchObject({ hidden: true, children: [{ hidden: true }] });
  const [, mixed] = declared([entry('/a', { hidden: true }), entry('/b')]);
  expect(mixed?.hidden).toBeUndefined();
});

test('a home of the program replaces the one that is put in', () => {
  const menu = declared([entry(HOME_PATH, { group: 'monitor' }), entry('/order/:id')]);
  expect(menu.map((node) => node.path)).toEqual(['/monitor', '/network']);
  expect(menu[1]?.children?.[0]?.name).toBe('order-@id');
});

test('a permission reads like words in each language', () => {
  const described = (language: 'zh_CN' | 'en_US') =>
    ['user:edit', 'user:password', 'nobody:knows'].map((code) => inWords(code, { features: identity.features, language }));
  expect(described('en_US')).toEqual(['User: edit', 'User: Reset password', 'nobody: knows']);
  expect(described('zh_CN')).toEqual(['用户: 编辑', '用户: 重置密码', 'nobody: knows']);
});

const record = (id: string, more: Partial<MenuRecord> = {}): MenuRecord => ({
  id,
  parentId: null,
  url: `/${id}`,
  component: `x/${id}`,
  title: id,
  icon: 'car',
  sortNo: 1,
  ...more,
});
const withoutHome = (records: readonly MenuRecord[]) => menuOf(records, query).slice(1);

test('an address gets a path of its own, and opens in a window or in a frame', () => {
  const url = 'https://maps.example/live?user={{userId}}';
  expect(withoutHome([record('a', { url, internalOrExternal: true }), record('b', { url, sortNo: 2 })])).toMatchObject([
    { path: `/md5(${url})`, component: 'x/a', meta: { internalOrExternal: true, url } },
    { path: `/md5(${url})`, component: 'layouts/IframePageView', meta: { internalOrExternal: false, componentName: 'IframePageView', url } },
  ]);
});

test.each([
  ['a frame of an origin nobody named', 'https://elsewhere.example/', false],
  ['a frame of our own', '{{origin}}/docs/', false],
  ['an unknown placeholder', 'https://maps.example/{{token}}', true],
  ['an expression', "https://maps.example/{{window['x']}}", true],
  ['a script', '{{origin}}javascript:alert(1)', true],
  ['a name in the address', 'https://a:b@maps.example/', true],
])('%s is not offered', (_what, url, internalOrExternal) => {
  expect(withoutHome([record('a', { url, internalOrExternal }), record('b')]).map(({ id }) => id)).toEqual(['b']);
});

test('placeholders are looked up by name and nothing else is', () => {
  const values = { origin: 'https://us.example', basePath: '/jeecg-boot', userId: '7 8' };
  expect(fillUrl('{{ origin }}{{basePath}}/x?u={{userId}}', values)).toBe('https://us.example/jeecg-boot/x?u=7%208');
  for (const url of ['{{constructor}}', '{{token}}/x', '{{origin}}/{x}', 'javascript:alert(1)', '/plain'])
    expect(fillUrl(url, values)).toBeUndefined();
});

test('entries without a page, always shown, named and redirected say so; depth and order are the records own', () => {
  const [root] = withoutHome([
    record('root', { component: 'layouts/RouteView', redirect: '/leaf', alwaysShow: true }),
    record('inner', { parentId: 'root', component: 'layouts/RouteView', redirect: '/never' }),
    record('late', { parentId: 'inner', sortNo: 9, name: 'own-name', componentName: 'Own' }),
    record('leaf', { parentId: 'inner', isRoute: false }),
    record('void', { parentId: 'root', component: 'layouts/RouteView' }),
    record('lost', { parentId: 'nobody' }),
  ]);
  expect(root).toMatchObject({
    redirect: '/leaf',
    alwaysShow: true,
    children: [
      {
        id: 'inner',
        redirect: null,
        children: [
          { id: 'leaf', route: '0' },
          { name: 'own-name', meta: { componentName: 'Own' } },
        ],
      },
    ],
  });
  expect(root?.children).toHaveLength(1);
});
