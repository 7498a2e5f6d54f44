import type { Words } from '#kit/fields/words.ts';
import type { QueryMatch, QueryRule } from '#kit/resource/query/advanced-query.ts';

/** The texts of the dialog of the advanced query. */
export const queryWords = {
  takeOff: ['清除高级查询', '清除進階查詢', 'Take the advanced query off'],
  count: ['高级查询：{n} 个条件，{match}', '進階查詢：{n} 個條件，{match}', 'Advanced query: {n} conditions, {match}'],
  countOne: ['高级查询：1 个条件', '進階查詢：1 個條件', 'Advanced query: 1 condition'],
  unreadable: ['高级查询无法识别', '進階查詢無法識別', 'The advanced query cannot be read'],
  match: ['匹配方式', '比對方式', 'Match'],
  field: ['字段', '欄位', 'Field'],
  rule: ['规则', '規則', 'Rule'],
  value: ['值', '值', 'Value'],
  nth: ['{what} {n}', '{what} {n}', '{what} {n}'],
  valuesHint: ['输入后按回车，可填多个', '輸入後按 Enter，可填多個', 'Press Enter after each value'],
  addRow: ['添加条件', '新增條件', 'Add a condition'],
  removeRow: ['删除条件 {n}', '刪除條件 {n}', 'Remove condition {n}'],
  save: ['保存查询条件', '儲存查詢條件', 'Save the query'],
  saved: ['保存的查询', '儲存的查詢', 'Saved'],
  history: ['历史记录', '歷史記錄', 'History'],
  noneSaved: ['还没有保存的查询', '還沒有儲存的查詢', 'No saved queries yet'],
  noHistory: ['还没有查询过', '還沒有查詢過', 'Nothing asked yet'],
  confirmDelete: ['是否删除当前查询？', '是否刪除目前查詢？', 'Delete this query?'],
  deleteOf: ['删除：{title}', '刪除：{title}', 'Delete: {title}'],
  empty: ['不能查询空条件', '不能查詢空條件', 'Fill in every condition first'],
  emptySave: ['空条件不能保存', '空條件不能儲存', 'There is no condition to save'],
  tooLong: ['查询条件过长，请减少条件', '查詢條件過長，請減少條件', 'The query is too long, use fewer values'],
  inScope: ['查询“{title}”在您的数据范围内执行', '查詢「{title}」在您的資料範圍內執行', 'The query "{title}" runs inside your own scope'],
  narrowed: [
    '查询“{title}”的条件“{fields}”已收窄到您的数据范围',
    '查詢「{title}」的條件「{fields}」已收窄到您的資料範圍',
    'The query "{title}" was narrowed to what you may see: {fields}',
  ],
} as const satisfies Readonly<Record<string, Words>>;

export const ruleWords: Readonly<Record<QueryRule, Words>> = {
  eq: ['等于', '等於', 'is'],
  ne: ['不等于', '不等於', 'is not'],
  like: ['包含', '包含', 'contains'],
  right_like: ['以…开始', '以…開始', 'starts with'],
  left_like: ['以…结尾', '以…結尾', 'ends with'],
  in: ['在…中', '在…中', 'is one of'],
  gt: ['大于', '大於', 'greater than'],
  ge: ['大于等于', '大於等於', 'at least'],
  lt: ['小于', '小於', 'less than'],
  le: ['小于等于', '小於等於', 'at most'],
};
/** For times, the same rules have other names. */
export const timeRuleWords: Readonly<Partial<Record<QueryRule, Words>>> = {
  eq: ['在当天', '在當天', 'on the day'],
  ne: ['不在当天', '不在當天', 'not on the day'],
  gt: ['晚于', '晚於', 'after'],
  ge: ['不早于', '不早於', 'at or after'],
  lt: ['早于', '早於', 'before'],
  le: ['不晚于', '不晚於', 'at or before'],
};

export const matchWords: Readonly<Record<QueryMatch, Words>> = {
  and: ['满足所有条件', '滿足所有條件', 'all of them'],
  or: ['满足任一条件', '滿足任一條件', 'any of them'],
};
