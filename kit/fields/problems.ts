import type { Words } from './words.ts';

/** What can be wrong with one value. `{label}` is the field's own word. */
export const problems = {
  required: ['请填写{label}', '請填寫{label}', '{label} is required'],
  notText: ['{label}应为文本', '{label}應為文字', '{label} must be text'],
  tooShort: ['{label}至少{min}个字符', '{label}至少{min}個字元', '{label} needs at least {min} characters'],
  tooLong: ['{label}最多{max}个字符', '{label}最多{max}個字元', '{label} may have {max} characters at most'],
  badPattern: ['{label}格式不正确', '{label}格式不正確', '{label} has a wrong format'],
  notNumber: ['{label}应为数字', '{label}應為數字', '{label} must be a number'],
  notWhole: ['{label}应为整数', '{label}應為整數', '{label} must be a whole number'],
  tooPrecise: ['{label}最多{scale}位小数', '{label}最多{scale}位小數', '{label} may have {scale} decimals at most'],
  tooSmall: ['{label}不能小于{min}', '{label}不能小於{min}', '{label} cannot be less than {min}'],
  tooLarge: ['{label}不能大于{max}', '{label}不能大於{max}', '{label} cannot be more than {max}'],
  notACode: ['{label}不是可选的值', '{label}不是可選的值', '{label} is not one of the allowed values'],
  badId: ['{label}不正确', '{label}不正確', '{label} is not a valid reference'],
  badInstant: ['{label}不是正确的时间', '{label}不是正確的時間', '{label} is not a valid date and time'],
  badDay: ['{label}不是正确的日期', '{label}不是正確的日期', '{label} is not a valid date'],
  badTimeOfDay: ['{label}应为 HH:mm', '{label}應為 HH:mm', '{label} must be HH:mm'],
  badPhone: ['请输入正确的{label}', '請輸入正確的{label}', '{label} is not a valid phone number'],
  badZone: ['{label}不是有效的时区', '{label}不是有效的時區', '{label} is not a known time zone'],
  badCoordinate: ['坐标信息不正确', '座標資訊不正確', 'The coordinates are not correct'],
  badName: [
    '{label}须以2到4个汉字或字母开头，总长2到60，不含特殊字符',
    '{label}須以2到4個漢字或字母開頭，總長2到60，不含特殊字元',
    '{label} starts with 2 to 4 letters and has 2 to 60 letters, digits or spaces',
  ],
  badPileCode: [
    '{label}只能包含字母、数字、下划线和短横线',
    '{label}只能包含字母、數字、底線和短橫線',
    '{label} may contain letters, digits, underscores and hyphens only',
  ],
  badDictCode: [
    '{label}须以字母开头，只能包含字母、数字和 _ : . -',
    '{label}須以字母開頭，只能包含字母、數字和 _ : . -',
    '{label} starts with a letter and may contain letters, digits and _ : . - only',
  ],
  badDictValue: ['{label}不能包含特殊字符', '{label}不能包含特殊字元', '{label} cannot contain special characters'],
  badSegment: ['{label}应为 * 或 1 到 999', '{label}應為 * 或 1 到 999', '{label} is * or a number from 1 to 999'],
  badPath: ['{label}不是上传的文件', '{label}不是上傳的檔案', '{label} is not an uploaded file'],
  notAList: ['{label}应为列表', '{label}應為列表', '{label} must be a list'],
  tooFew: ['{label}至少{min}项', '{label}至少{min}項', '{label} needs at least {min} entries'],
  tooMany: ['{label}最多{max}项', '{label}最多{max}項', '{label} may have {max} entries at most'],
  inRow: ['{label}第{row}行：{problem}', '{label}第{row}行：{problem}', '{label}, row {row}: {problem}'],
} as const satisfies Readonly<Record<string, Words>>;
export type ProblemCode = keyof typeof problems;

export interface Problem {
  readonly code: ProblemCode;
  readonly args?: Readonly<Record<string, string | number>>;
  /** In a list: the row (from 1) and the field that is wrong. */
  readonly within?: { readonly row: number; readonly field: string; readonly problem: Problem };
}
