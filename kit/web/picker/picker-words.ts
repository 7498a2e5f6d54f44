import type { Words } from '#kit/fields/words.ts';

/** The texts of the pickers. */
export const pickerWords = {
  needOne: ['请至少选择一项', '請至少選擇一項', 'Choose at least one'],
  noneFound: ['没有查询到任何数据', '沒有查詢到任何資料', 'Nothing was found'],
  treeActions: ['树操作', '樹操作', 'Tree'],
  link: ['父子关联', '父子關聯', 'Tick with all below'],
  unlink: ['取消关联', '取消關聯', 'Tick one by one'],
} as const satisfies Readonly<Record<string, Words>>;
