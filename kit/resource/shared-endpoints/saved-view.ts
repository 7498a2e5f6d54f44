import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { choice, id, json, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '../endpoint.ts';

/** With whom a view is shared. It never shows a viewer more rows than the list without it. */
export const viewShare = codeTable({
  dictCode: 'view_share',
  title: ['视图共享', '檢視共享', 'Shared with'],
  items: {
    none: { value: 'private', words: ['仅自己', '僅自己', 'Only me'] },
    role: { value: 'role', words: ['相同角色', '相同角色', 'People of my role'] },
    tenant: { value: 'tenant', words: ['整个租户', '整個租戶', 'Everybody in the tenant'] },
  },
});

/** The content of a view: a list with all its settings, or only the advanced query. */
export const viewKind = codeTable({
  dictCode: 'view_kind',
  title: ['视图类型', '檢視類型', 'Kind of view'],
  items: {
    list: { value: 'list', words: ['列表视图', '列表檢視', 'List'] },
    query: { value: 'query', words: ['高级查询', '進階查詢', 'Advanced query'] },
  },
});

/** The state of a list: the parameters of its query, and its columns in order. */
export interface ViewState {
  readonly filters: Readonly<Record<string, string>>;
  readonly column?: string;
  readonly order?: 'asc' | 'desc';
  readonly columns?: readonly string[];
}

/** A saved view, restricted to the viewer. */
export interface SavedView {
  readonly viewId: string;
  readonly kind: CodeValue<typeof viewKind>;
  readonly title: string;
  readonly share: CodeValue<typeof viewShare>;
  readonly mine: boolean;
  /** The name of its owner. */
  readonly owner: string;
  readonly state: ViewState;
  /** Filters that named rows outside the viewer's scope; only the part within the scope remains. */
  readonly narrowed: readonly string[];
  /** Its owner has a wider scope than the viewer, so it may have shown more rows to the owner. */
  readonly wider: boolean;
}

export const savedViewApi = {
  list: endpoint({
    method: 'GET',
    path: '/sys/savedView/list',
    allow: 'signedIn',
    input: { noun: text({ min: 1, max: 40 }), kind: choice(viewKind, { initial: 'list' }) },
    output: opaque<readonly SavedView[]>(),
  }),
  /** Adds a view, or changes one of the user's own when an id is given. */
  save: endpoint({
    method: 'POST',
    path: '/sys/savedView/save',
    allow: 'signedIn',
    input: {
      viewId: optional(id()),
      noun: text({ min: 1, max: 40 }),
      kind: choice(viewKind, { initial: 'list' }),
      title: text({ min: 1, max: 60 }),
      share: choice(viewShare, { initial: 'private' }),
      state: json<ViewState>(),
    },
    output: opaque<{ readonly viewId: string }>(),
  }),
  delete: endpoint({ method: 'DELETE', path: '/sys/savedView/delete', allow: 'signedIn', input: { viewId: id() }, output: words() }),
};
