import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const lookupInputLabels = {
  tableName: ['数据源', '資料來源', 'Source'],
  table: ['数据源', '資料來源', 'Source'],
  fieldName: ['字段', '欄位', 'Field'],
  field: ['字段', '欄位', 'Field'],
  fieldVal: ['字段值', '欄位值', 'Value'],
  value: ['字段值', '欄位值', 'Value'],
  within: ['同级范围', '同級範圍', 'Beside'],
  dataId: ['记录编号', '記錄編號', 'Record'],
  dict: ['字典', '字典', 'Dictionary'],
  key: ['值', '值', 'Values'],
  pid: ['上级编号', '上級編號', 'Parent'],
  text: ['显示字段', '顯示欄位', 'Text field'],
  code: ['存储字段', '儲存欄位', 'Code field'],
  pidField: ['上级字段', '上級欄位', 'Parent field'],
  hasChildField: ['下级字段', '下級欄位', 'Children field'],
  condition: ['条件', '條件', 'Condition'],
} as const satisfies Readonly<Record<string, Words>>;

/** The messages do not repeat the requested names, so that the answer does not reveal whether something exists. */
export const lookupRefusals = {
  'lookup.unknownSource': ['数据源未登记，不能查询', '資料來源未登記，不能查詢', 'This source is not registered and cannot be asked'],
  'lookup.unknownField': ['字段未登记，不能查询', '欄位未登記，不能查詢', 'This field is not registered and cannot be asked'],
  'lookup.badCondition': [
    '条件传值有误，需要一个json字符串!',
    '條件傳值有誤，需要一個json字串!',
    'The condition must be a JSON object of fields that can be filtered',
  ],
  'lookup.badValue': ['该值不正确', '該值不正確', 'This value is not possible here'],
  'lookup.taken': ['该值不可用，系统中已存在！', '該值不可用，系統中已存在！', 'This value is taken already'],
} as const satisfies RefusalTable;

export const lookupWords = { free: ['该值可用！', '該值可用！', 'This value is free'] } as const satisfies Readonly<Record<string, Words>>;
