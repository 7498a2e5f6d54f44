import type { Words } from '#kit/fields/words.ts';
import type { QueryMatch } from '#kit/resource/advanced-query.ts';

/** What a list says of its advanced query; the dialog brings its own words. */
export const advancedWords = {
  button: ['高级查询', '進階查詢', 'Advanced'],
  title: ['高级查询构造器', '進階查詢建構器', 'Advanced query builder'],
  inForce: ['已有高级查询条件生效', '已有進階查詢條件生效', 'An advanced query is in force'],
  takeOff: ['清除高级查询', '清除進階查詢', 'Take the advanced query off'],
  count: ['高级查询：{n} 个条件，{match}', '進階查詢：{n} 個條件，{match}', 'Advanced query: {n} conditions, {match}'],
  countOne: ['高级查询：1 个条件', '進階查詢：1 個條件', 'Advanced query: 1 condition'],
  unreadable: ['高级查询无法识别', '進階查詢無法識別', 'The advanced query cannot be read'],
} as const satisfies Readonly<Record<string, Words>>;

export const matchWords: Readonly<Record<QueryMatch, Words>> = {
  and: ['满足所有条件', '滿足所有條件', 'all of them'],
  or: ['满足任一条件', '滿足任一條件', 'any of them'],
};
