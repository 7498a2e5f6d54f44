import { commaList } from '#kit/fields/comma-list.ts';
import type { Language } from '#kit/fields/words.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { MenuRecord } from '../menu/menu.rules.ts';
import type { PermissionRule } from '../session/session.ts';
import { recordNameIn } from './declared.rules.ts';
import type { PermissionNode } from './permission.ts';
import { menuType as menuTypes, permsType as permsTypes, ruleStatus } from './permission.codes.ts';

/** A stored record. */
export interface PermissionRow {
  readonly id: string;
  readonly tenantId: string | null;
  readonly parentId: string | null;
  readonly builtIn: number;
  readonly menuType: number;
  readonly name: string;
  readonly nameTw: string | null;
  readonly nameEn: string | null;
  readonly url: string | null;
  readonly component: string | null;
  readonly componentName: string | null;
  readonly redirect: string | null;
  readonly icon: string | null;
  readonly perms: string | null;
  readonly permsType: string;
  readonly status: string;
  readonly ruleField: string | null;
  readonly sortNo: number;
  readonly isRoute: number;
  readonly hidden: number;
  readonly alwaysShow: number;
  readonly keepAlive: number;
  readonly internalOrExternal: number;
}

interface RecordQuery {
  readonly may: (code: string) => boolean;
  readonly language: Language;
}

interface TreeQuery extends RecordQuery {
  /** The lowest role level that can hold a code. */
  readonly levelOf: (code: string) => number;
}

const RULE = menuTypes.items.rule.value;
const IN_FORCE = ruleStatus.items.inForce.value;
const { shows, enables } = valuesOf(permsTypes);

/** The codes of a record; without any, everyone has it. */
export const codesOf = ({ perms }: Pick<PermissionRow, 'perms'>): readonly string[] => commaList(perms ?? '');

const holds = (row: PermissionRow, { may }: RecordQuery): boolean => codesOf(row).every((code) => may(code));

/** The menu entries that a user may open. */
export const menuRecords = (rows: readonly PermissionRow[], query: RecordQuery): readonly MenuRecord[] => {
  const rules = rows.filter(({ menuType }) => menuType === RULE);
  const heldOn = (row: PermissionRow): readonly string[] =>
    [row, ...rules.filter(({ parentId }) => parentId === row.id)].flatMap(codesOf).filter(query.may);
  return rows
    .filter((row) => row.menuType !== RULE && holds(row, query))
    .map((row) => ({
      id: row.id,
      parentId: row.parentId,
      url: row.url ?? '',
      component: row.component ?? '',
      title: recordNameIn(row, query.language),
      icon: row.icon ?? 'appstore',
      sortNo: row.sortNo,
      componentName: row.componentName ?? undefined,
      redirect: row.redirect ?? undefined,
      isRoute: row.isRoute === 1,
      hidden: row.hidden === 1,
      alwaysShow: row.alwaysShow === 1,
      keepAlive: row.keepAlive === 1,
      internalOrExternal: row.internalOrExternal === 1,
      permissionList: heldOn(row),
    }));
};

/** `allAuth`: all rules; `auth`: the active ones whose permission the user holds. A permission that opens a page is a rule as well. */
export const ruleLists = (
  rows: readonly PermissionRow[],
  query: RecordQuery,
): { readonly auth: readonly PermissionRule[]; readonly allAuth: readonly PermissionRule[] } => {
  const rules = rows.filter((row) => row.perms !== null);
  const ruleOf = (row: PermissionRow, codes: readonly string[]): PermissionRule => ({
    action: codes.join(','),
    describe: recordNameIn(row, query.language),
    type: row.permsType === shows ? shows : enables,
    status: row.status === IN_FORCE ? IN_FORCE : ruleStatus.items.notInForce.value,
  });
  const heldRules = rules
    .filter((row) => row.status === IN_FORCE)
    .map((row) => ({ row, codes: codesOf(row).filter((code) => query.may(code)) }))
    .filter(({ codes }) => codes.length > 0);
  return { auth: heldRules.map(({ row, codes }) => ruleOf(row, codes)), allAuth: rules.map((row) => ruleOf(row, codesOf(row))) };
};

/** One record as a tree node. */
export const nodeOf = (row: PermissionRow, rows: readonly PermissionRow[], query: TreeQuery): PermissionNode => {
  const { id, parentId, name, nameTw, nameEn, menuType, url, component, icon, perms, permsType, status, sortNo, hidden, builtIn, tenantId } = row;
  const title = recordNameIn(row, query.language);
  const level = Math.max(0, ...codesOf(row).map(query.levelOf));
  const isLeaf = !rows.some((candidate) => candidate.parentId === id);
  const ownFields = {
    id,
    parentId,
    name,
    nameTw,
    nameEn,
    menuType,
    url,
    component,
    icon,
    perms,
    permsType,
    status,
    sortNo,
    hidden,
    builtIn,
    tenantId,
  };
  return {
    ...ownFields,
    key: id,
    value: id,
    title,
    slotTitle: title,
    ruleFlag: row.ruleField === null ? 0 : 1,
    isLeaf,
    held: holds(row, query),
    level,
  };
};

/** The records below one, nested. A record whose parent is missing becomes a root. */
export const treeOf = (rows: readonly PermissionRow[], query: TreeQuery): readonly PermissionNode[] => {
  const ids = new Set(rows.map(({ id }) => id));
  const nodesBelow = (parentId: string | null): readonly PermissionNode[] =>
    rows
      .filter((row) => (row.parentId !== null && ids.has(row.parentId) ? row.parentId : null) === parentId)
      .map((row) => {
        const children = nodesBelow(row.id);
        return children.length === 0 ? nodeOf(row, rows, query) : { ...nodeOf(row, rows, query), children };
      });
  return nodesBelow(null);
};
