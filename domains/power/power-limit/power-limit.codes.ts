import { codeTable } from '#kit/fields/codes.ts';

/** Who has set a limit. */
export const limitSource = codeTable({
  dictCode: 'power_limit_source',
  title: ['限值来源', '限值來源', 'Source of a limit'],
  items: {
    operator: { value: 1, words: ['运营人员', '營運人員', 'Operator'] },
    grid: { value: 2, words: ['电网调度', '電網調度', 'Grid operator'], tone: 'busy' },
  },
});

export const limitState = codeTable({
  dictCode: 'power_limit_state',
  title: ['限值状态', '限值狀態', 'State of a limit'],
  items: {
    planned: { value: 0, words: ['待生效', '待生效', 'Not begun'], tone: 'busy' },
    inForce: { value: 1, words: ['生效中', '生效中', 'In force'], tone: 'good' },
    over: { value: 2, words: ['已到期', '已到期', 'Over'], tone: 'plain' },
    ended: { value: 3, words: ['提前结束', '提前結束', 'Ended early'], tone: 'plain' },
    replaced: { value: 4, words: ['已被替换', '已被替換', 'Replaced'], tone: 'plain' },
  },
});
