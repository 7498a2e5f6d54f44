import type { Words } from '#kit/fields/words.ts';

export const businessWords = {
  chosen: ['已选择', '已選擇', 'Chosen'],
  drop: ['删除 {name}', '刪除 {name}', 'Remove {name}'],
  pickRow: ['选择 {name}', '選擇 {name}', 'Choose {name}'],
  pickAll: ['选择本页所有行', '選擇本頁所有列', 'Choose all rows of this page'],
} as const satisfies Readonly<Record<string, Words>>;
