import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { choice, id, json, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '../endpoint.ts';

/** Who finds a view in their list. It never shows anyone more rows than they see without it. */
export const viewShare = codeTable({
  dictCode: 'view_share',
  title: ['视图共享', '檢視共享', 'Shared with'],
  items: {
    none: { value: 'private', words: ['仅自己', '僅自己', 'Only me'] },
    role: { value: 'role', words: ['相同角色', '相同角色', 'People of my role'] },
    tenant: { value: 'tenant', words: ['整个租户', '整個租戶', 'Everybody in the tenant'] },
  },
});

/** What a view keeps: a list with all that is set on it, or the advanced query alone. */
export const viewKind = codeTable({
  dictCode: 'view_kind',
  title: ['视图类型', '檢視類型', 'Kind of view'],
  items: {
    list: { value: 'list', words: ['列表视图', '列表檢視', 'List'] },
    query: { value: 'query', words: ['高级查询', '進階查詢', 'Advanced query'] },
  },
});

/** A list as somebody arranged it: the parameters of its question, and its columns in order. */
export interface ViewState {
  readonly filters: Readonly<Record<string, string>>;
  readonly column?: string;
  readonly order?: 'asc' | 'desc';
  readonly columns?: readonly string[];
}

/** A saved view as its reader may run it. */
export interface SavedView {
  readonly viewId: string;
  readonly kind: CodeValue<typeof viewKind>;
  readonly title: string;
  readonly share: CodeValue<typeof viewShare>;
  readonly mine: boolean;
  /** Whose it is. */
  readonly owner: string;
  readonly state: ViewState;
  /** Filters that named something outside the reader's scope; only what lies inside is left of them. */
  readonly narrowed: readonly string[];
  /** Its owner sees more than the reader, so it may have shown more rows there. */
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
  /** Adds one, or with its id changes one's own. */
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
