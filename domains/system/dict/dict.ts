import { choice, readOnly, id, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, plainRows, words } from '#kit/resource/endpoint.ts';
import { queryInput } from '#kit/resource/query/custom-list.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '../codes.ts';
import { dictAttribute, dictValueType } from './dict.codes.ts';

/** One entry of a dictionary, as pickers and tables read it. */
export interface DictItem {
  readonly value: string;
  readonly text: string;
  /** The same as `text`: the wire uses three names. */
  readonly title: string;
  readonly label: string;
  /** The colour of the tag; null for none. */
  readonly color: string | null;
  /** Only translates existing values and is no longer offered. */
  readonly disabled?: true;
}

/** The items by dictionary code, in the viewer's language. */
export type AllDictItems = Readonly<Record<string, readonly DictItem[]>>;

/** A dictionary in the recycle bin. */
export interface BinnedDict {
  readonly id: string;
  readonly tenantId: string | null;
  readonly dictCode: string;
  readonly dictName: string;
  readonly dictNameTw: string | null;
  readonly dictNameEn: string | null;
  /** The user who deleted it, and the time. */
  readonly updateBy: string | null;
  readonly updateTime: string | Date | null;
}

/** A named list of codes. Row-level security shows those of the tenant and of the platform, which have no tenant. */
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
    /** Neither the dictionary nor its items can be changed or deleted. Only for dictionaries of the platform, and not reversible. */
    protected: onAdd(choice(yesNo, { initial: 0 })),
    /** A code table of the program. */
    builtIn: readOnly(choice(yesNo, { filter: 'equals', initial: 0 })),
    description: optional(longText({ max: 255 })),
    /** Code and names together, for the search. */
    keyword: readOnly(optional(text({ filter: 'contains' }))),
  },
});

const { exportXls: _exportXls, exportTemplate: _exportTemplate, importExcel: _importExcel, ...standardEndpoints } = crud(dict);

const key = { id: id() };

export const dictApi = {
  ...standardEndpoints,
  /** The items of a dictionary by its code, or the rows of a source given as `table,text,code`. */
  getDictItems: endpoint({
    method: 'GET',
    path: '/sys/dict/getDictItems/:dictCode',
    allow: 'signedIn',
    input: { dictCode: text({ min: 1, max: 200 }) },
    output: plainRows<DictItem>(),
  }),
  queryAllDictItems: endpoint({ method: 'GET', path: '/sys/dict/queryAllDictItems', allow: 'signedIn', input: {}, output: opaque<AllDictItems>() }),
  /** Changes when any dictionary that the viewer can see changes, so that a client with cached dictionaries can check them. */
  version: endpoint({ method: 'GET', path: '/sys/dict/version', allow: 'signedIn', input: {}, output: opaque<string>() }),
  refleshCache: endpoint({ method: 'GET', changes: true, path: '/sys/dict/refleshCache', allow: 'signedIn', input: {}, output: words() }),
  /** The deleted dictionaries, without pages. */
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
