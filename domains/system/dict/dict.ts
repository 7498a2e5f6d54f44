import { choice, readOnly, id, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, plainRows, words } from '#kit/resource/endpoint.ts';
import { queryInput } from '#kit/resource/query/custom-list.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '../codes.ts';
import { dictAttribute, dictValueType } from './dict.codes.ts';

/** One entry of a dictionary as pickers and tables read it. */
export interface DictItem {
  readonly value: string;
  readonly text: string;
  /** The same as `text`: three names are in use on the wire. */
  readonly title: string;
  readonly label: string;
  /** A colour word of the tag; null for none. */
  readonly color: string | null;
  /** Translates old values; no longer offered. */
  readonly disabled?: true;
}

/** Dictionary code to its items, in the language of the asker. */
export type AllDictItems = Readonly<Record<string, readonly DictItem[]>>;

/** A dictionary in the recycle bin. */
export interface BinnedDict {
  readonly id: string;
  readonly tenantId: string | null;
  readonly dictCode: string;
  readonly dictName: string;
  readonly dictNameTw: string | null;
  readonly dictNameEn: string | null;
  /** Who deleted it, and when. */
  readonly updateBy: string | null;
  readonly updateTime: string | Date | null;
}

/** A named list of codes. Row security shows the tenant's own and the platform's, which have no tenant. */
export const dict = resource({
  name: 'dict',
  path: '/sys/dict',
  table: 'sys_dict',
  key: 'id',
  title: 'dictName',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  sort: { column: 'dictCode', order: 'asc' },
  fields: {
    id: readOnly(id()),
    tenantId: onAdd(optional(ref('tenant', { filter: 'equals' }))),
    dictName: text({ min: 1, max: 100, filter: 'contains' }),
    dictNameTw: optional(text({ max: 100 })),
    dictNameEn: optional(text({ max: 100 })),
    dictCode: onAdd(
      text({
        unique: ['tenantId'],
        min: 2,
        max: 100,
        filter: 'contains',
        sort: true,
        pattern: { source: '^[A-Za-z][\\w:.-]*$', problem: 'badDictCode' },
      }),
    ),
    dictAttr: readOnly(choice(dictAttribute, { filter: 'equals' })),
    type: choice(dictValueType, { initial: 0 }),
    /** Neither it nor its items may be changed or deleted; of the platform's own only, and for good. */
    protected: onAdd(choice(yesNo, { initial: 0 })),
    /** A code table of the program. */
    builtIn: readOnly(choice(yesNo, { filter: 'equals', initial: 0 })),
    description: optional(longText({ max: 255 })),
    /** Code and names together, to be searched at once. */
    keyword: readOnly(optional(text({ filter: 'contains' }))),
  },
});

const { exportXls: _exportXls, exportTemplate: _exportTemplate, importExcel: _importExcel, ...standardEndpoints } = crud(dict);

const key = { id: id() };

export const dictApi = {
  ...standardEndpoints,
  /** Of a dictionary by its code, or the rows of a source that is offered as `table,text,code`. */
  getDictItems: endpoint({
    method: 'GET',
    path: '/sys/dict/getDictItems/:dictCode',
    allow: 'signedIn',
    input: { dictCode: text({ min: 1, max: 200 }) },
    output: plainRows<DictItem>(),
  }),
  queryAllDictItems: endpoint({ method: 'GET', path: '/sys/dict/queryAllDictItems', allow: 'signedIn', input: {}, output: opaque<AllDictItems>() }),
  /** Changes when any dictionary of the asker changes: a client that kept them asks this, not all of them. */
  version: endpoint({ method: 'GET', path: '/sys/dict/version', allow: 'signedIn', input: {}, output: opaque<string>() }),
  refleshCache: endpoint({ method: 'GET', changes: true, path: '/sys/dict/refleshCache', allow: 'signedIn', input: {}, output: words() }),
  /** The recycle bin: what was deleted, not in pages. */
  deleteList: endpoint({
    method: 'GET',
    path: '/sys/dict/deleteList',
    allow: 'dict:delete',
    input: queryInput,
    queryOf: dict,
    output: opaque<readonly BinnedDict[]>(),
  }),
  back: endpoint({ method: 'PUT', path: '/sys/dict/back/:id', allow: 'dict:delete', input: key, output: words() }),
  deletePhysic: endpoint({ method: 'DELETE', path: '/sys/dict/deletePhysic/:id', allow: 'dict:delete', input: key, output: words() }),
};
