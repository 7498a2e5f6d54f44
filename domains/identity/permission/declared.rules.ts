import { say } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import type { Feature } from '#kit/resource/feature.ts';
import type { MenuGroup } from '#kit/resource/menu.ts';
import { permissionText } from './permission-words.rules.ts';
import { GROUP_COMPONENT } from '../menu/menu.rules.ts';
import { menuType } from './permission.codes.ts';

/** A permission record that the program declares. */
export interface DeclaredRecord {
  /** Identifies the record at the next start. */
  readonly programKey: string;
  readonly parentKey: string | null;
  readonly menuType: 0 | 1 | 2;
  readonly names: Words;
  readonly url: string | null;
  readonly component: string | null;
  readonly icon: string | null;
  readonly perms: string | null;
  readonly sortNo: number;
  readonly hidden: 0 | 1;
}

const groupKey = (name: string): string => `group:${name}`;
const pageKey = (path: string): string => `page:${path}`;
const nounOf = (code: string): string => code.split(':')[0] ?? code;

/** The declarations of all domains. */
interface DeclaredRights {
  readonly features: readonly Feature[];
  readonly menuGroups: readonly MenuGroup[];
  readonly permissions: readonly string[];
}

/** The groups and pages that nouns declare, and a record for every permission that opens no page, below the page of its noun. */
export const declaredRecords = ({ features, menuGroups, permissions }: DeclaredRights): readonly DeclaredRecord[] => {
  const pages = features.flatMap((feature) => feature.menu ?? []);
  const unknownGroup = pages.find(({ group }) => !menuGroups.some(({ name }) => name === group));
  if (unknownGroup) throw new Error(`${unknownGroup.path} stands in the menu group ${unknownGroup.group}, which no domain declares`);
  const groups = menuGroups.filter(({ name }) => pages.some(({ group }) => group === name));
  const pageRights = new Set(pages.map(({ allow }) => allow));
  return [
    ...groups.map(({ name, title, icon, order }): DeclaredRecord => {
      const menuFields = {
        menuType: menuType.items.root.value,
        url: `/${name}`,
        component: GROUP_COMPONENT,
        icon,
        sortNo: order,
        hidden: 0,
      } as const;
      return { ...menuFields, programKey: groupKey(name), parentKey: null, names: title, perms: null };
    }),
    ...pages.map(({ path, component, title, icon, group, order, allow, hidden = false }): DeclaredRecord => {
      const menuFields = { menuType: menuType.items.page.value, url: path, component, icon, sortNo: order, hidden: hidden ? 1 : 0 } as const;
      return { ...menuFields, programKey: pageKey(path), parentKey: groupKey(group), names: title, perms: allow === 'signedIn' ? null : allow };
    }),
    ...permissions
      .filter((code) => !pageRights.has(code))
      .map((perms, index): DeclaredRecord => {
        const menuFields = { menuType: menuType.items.rule.value, url: null, component: null, icon: null, sortNo: index + 1, hidden: 0 } as const;
        return { ...menuFields, programKey: `code:${perms}`, parentKey: pageOf(features, perms), names: namesOf(features, perms), perms };
      }),
  ];
};

/** The page with which a permission is listed: that of its feature, or of the feature that it names. */
const pageOf = (features: readonly Feature[], code: string): string | null => {
  const pages = features.flatMap((feature) => feature.menu ?? []);
  const ownPage = pages.find(({ allow, hidden }) => nounOf(allow) === nounOf(code) && hidden !== true);
  if (ownPage) return pageKey(ownPage.path);
  const { listedWith } = features.find(({ name }) => name === nounOf(code))?.rights ?? {};
  const listPage = listedWith === undefined ? undefined : pages.find(({ allow }) => allow === `${listedWith}:list`);
  return listPage ? pageKey(listPage.path) : null;
};

const namesOf = (features: readonly Feature[], code: string): Words => {
  const inOne = (language: 'zh_CN' | 'zh_TW' | 'en_US'): string => permissionText(code, { features, language });
  return [inOne('zh_CN'), inOne('zh_TW'), inOne('en_US')];
};

/** The name of a record in a language; without a translation, its original name. */
export const recordNameIn = (
  record: { readonly name: string; readonly nameTw: string | null; readonly nameEn: string | null },
  language: Parameters<typeof say>[1],
): string => say([record.name, record.nameTw ?? record.name, record.nameEn ?? record.name], language);
