import { codeTable } from '#kit/fields/codes.ts';
import { choice, readOnly, id, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';

export const positionRank = codeTable({
  dictCode: 'position_rank',
  title: ['职级', '職級', 'Rank'],
  items: {
    staff: { value: 1, words: ['员级', '員級', 'Staff'] },
    assistant: { value: 2, words: ['助级', '助級', 'Assistant'] },
    middle: { value: 3, words: ['中级', '中級', 'Intermediate'] },
    deputy: { value: 4, words: ['副高级', '副高級', 'Associate senior'] },
    senior: { value: 5, words: ['正高级', '正高級', 'Senior'] },
  },
});

/** A job title, independent of departments. */
export const position = resource({
  name: 'position',
  path: '/sys/position',
  table: 'sys_position',
  key: 'id',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    id: readOnly(id()),
    tenantId: onAdd(optional(ref('tenant', { filter: 'equals' }))),
    code: onAdd(
      text({
        unique: ['tenantId'],
        rule: 'position_code',
        min: 1,
        max: 40,
        filter: 'contains',
        pattern: { source: '^[A-Za-z0-9][\\w-]*$', problem: 'badPattern' },
      }),
    ),
    name: text({ min: 1, max: 60, filter: 'contains' }),
    postRank: choice(positionRank, { filter: 'equals', initial: positionRank.items.staff.value }),
  },
});

export const positionApi = crud(position);
