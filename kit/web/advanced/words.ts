import type { Words } from '#kit/fields/words.ts';

/** The texts of the button; those of the dialog are loaded with it. */
export const advancedWords = {
  button: ['高级查询', '進階查詢', 'Advanced'],
  title: ['高级查询构造器', '進階查詢建構器', 'Advanced query builder'],
  inForce: ['已有高级查询条件生效', '已有進階查詢條件生效', 'An advanced query is in force'],
} as const satisfies Readonly<Record<string, Words>>;
