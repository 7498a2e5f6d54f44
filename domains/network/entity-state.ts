import { entityState as entityStateValues } from '#engines/entity/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** The generic states of a managed entity. */
export const entityState = codeTable({
  dictCode: 'entity_state',
  title: ['启用状态', '啟用狀態', 'State'],
  items: {
    enabled: { value: entityStateValues.enabled, words: ['启用', '啟用', 'Enabled'], tone: 'good' },
    disabled: { value: entityStateValues.disabled, words: ['禁用', '停用', 'Disabled'], tone: 'quiet' },
    disused: { value: entityStateValues.disused, words: ['废弃', '廢棄', 'Disused'], tone: 'bad' },
  },
});
