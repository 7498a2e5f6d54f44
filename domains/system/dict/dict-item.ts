import { choice, count, readOnly, id, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '../codes.ts';
import { dictAttribute, dictColor, dictItemStatus } from './dict.codes.ts';

/** One code of a dictionary with its texts. A tenant's item in a dictionary of the platform is visible only to that tenant. */
export const dictItem = resource({
  name: 'dictItem',
  path: '/sys/dictItem',
  table: 'sys_dict_item',
  key: 'id',
  title: 'itemText',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  sort: { column: 'sortValue', order: 'asc' },
  fields: {
    id: readOnly(id()),
    dictId: onAdd(ref('dict', { filter: 'equals' })),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    itemText: text({ min: 1, max: 100, filter: 'contains' }),
    itemTextTw: optional(text({ max: 100 })),
    itemTextEn: optional(text({ max: 100 })),
    /** Cannot be changed, because rows elsewhere contain it. */
    itemValue: onAdd(
      text({ unique: ['dictId', 'tenantId'], min: 1, max: 100, pattern: { source: '^[\\p{L}\\p{N}_.:-]+$', problem: 'badDictValue' } }),
    ),
    /** Items are sorted by it in ascending order. */
    sortValue: count({ min: 0, max: 100_000, sort: true }),
    status: choice(dictItemStatus, { filter: 'equals', initial: 1 }),
    itemColor: optional(choice(dictColor)),
    itemAttr: readOnly(choice(dictAttribute)),
    protected: onAdd(choice(yesNo, { initial: 0 })),
    builtIn: readOnly(choice(yesNo, { initial: 0 })),
    description: optional(longText({ max: 255 })),
  },
});

const {
  exportXls: _exportXls,
  exportTemplate: _exportTemplate,
  importExcel: _importExcel,
  queryList: _queryList,
  ...standardEndpoints
} = crud(dictItem);

export const dictItemApi = standardEndpoints;
