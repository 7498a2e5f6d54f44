import type { Words } from '#kit/fields/words.ts';

export const bulkInputLabels = {
  noun: ['对象', '對象', 'Kind of record'],
  verb: ['操作', '操作', 'Action'],
  rowIds: ['所选记录', '所選記錄', 'The chosen records'],
  state: ['状态', '狀態', 'State'],
  shared: ['共同参数', '共同參數', 'What is the same for all'],
  preview: ['预览', '預覽', 'Preview'],
} as const satisfies Readonly<Record<string, Words>>;
