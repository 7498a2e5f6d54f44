import { codeTable } from '#kit/fields/codes.ts';

/** The generic states of a managed thing: section 4 of the business specification. */
export const entityState = codeTable({
  dictCode: 'entity_state',
  title: ['启用状态', '啟用狀態', 'State'],
  items: {
    enabled: { value: 1, words: ['启用', '啟用', 'Enabled'], tone: 'good' },
    disabled: { value: 0, words: ['禁用', '停用', 'Disabled'], tone: 'quiet' },
    disused: { value: -1, words: ['废弃', '廢棄', 'Disused'], tone: 'bad' },
  },
});
