import type { Words } from './words.ts';

/** The problems of a single value. `{label}` is the label of the field. */
export const problems = {
  required: ['请输入{label}', '請輸入{label}', '{label} is required'],
  unchosen: ['请选择{label}', '請選擇{label}', '{label} is required'],
  notText: ['{label}应为文本', '{label}應為文字', '{label} must be text'],
  tooShort: ['{label}最小长度{min}位字符', '{label}最小長度{min}位字元', '{label} needs at least {min} characters'],
  tooLong: ['{label}最大长度{max}位字符', '{label}最大長度{max}位字元', '{label} may have {max} characters at most'],
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
  outOfDays: ['{label}须在 {min} 至 {max} 之间', '{label}須在 {min} 至 {max} 之間', '{label} must lie between {min} and {max}'],
  badTimeOfDay: ['{label}应为 HH:mm', '{label}應為 HH:mm', '{label} must be HH:mm'],
  badPhone: ['请输入正确的{label}', '請輸入正確的{label}', '{label} is not a valid phone number'],
  masked: [
    '{label}是隐去部分内容的显示，不能保存：请填写完整内容',
    '{label}是隱去部分內容的顯示，不能儲存：請填寫完整內容',
    '{label} is shown in part only and cannot be saved so: give it in full',
  ],
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
  notUsername: [
    '长度6到18个字符，只允许字母、数字、下划线',
    '長度6到18個字元，只允許字母、數字、底線',
    'Letters, digits and underscores only, 6 to 18 of them',
  ],
  notAccount: [
    '2到32个字符，只允许字母、数字、下划线和 . - @，以字母或数字开头',
    '2到32個字元，只允許字母、數字、底線和 . - @，以字母或數字開頭',
    'Letters, digits, underscores and . - @ only, 2 to 32 of them, the first a letter or digit',
  ],
  notMobile: ['请输入正确手机号', '請輸入正確手機號', 'Enter a valid mobile number'],
  notEmail: ['邮箱格式不正确', '郵箱格式不正確', 'This is not a valid e-mail address'],
  notNatural: ['请输入自然数', '請輸入自然數', 'Enter a natural number'],
  notLetters: ['请输入英文字母', '請輸入英文字母', 'Enter English letters only'],
  notLandline: ['请输入正确的座机号', '請輸入正確的市話號碼', 'Enter a valid landline number'],
  notBankCard: ['请输入正确的银行卡号码', '請輸入正確的銀行卡號碼', 'Enter a valid bank card number'],
  notIdNumber: ['请输入50位以内的英文字符和数字', '請輸入50位以內的英文字元和數字', 'Enter up to 50 letters and digits'],
  notMainlandId: ['请输入正确的身份证号码', '請輸入正確的身分證號碼', 'Enter a valid identity card number'],
  notQq: ['请输入正确的QQ号', '請輸入正確的QQ號', 'Enter a valid QQ number'],
  notUrl: ['请输入以http和https开头的网址', '請輸入以http和https開頭的網址', 'Enter an address that begins with http or https'],
  notIp: ['{label}不是正确的IP地址', '{label}不是正確的IP位址', '{label} is not a valid IP address'],
  notNetmask: ['{label}不是正确的子网掩码', '{label}不是正確的子網路遮罩', '{label} is not a valid subnet mask'],
  notMac: [
    '{label}不是正确的MAC地址，如 00:1A:2B:3C:4D:5E 或 00-1A-2B-3C-4D-5E',
    '{label}不是正確的MAC位址，如 00:1A:2B:3C:4D:5E 或 00-1A-2B-3C-4D-5E',
    '{label} is not a valid MAC address such as 00:1A:2B:3C:4D:5E or 00-1A-2B-3C-4D-5E',
  ],
  notShortCode: ['请输入20位以内的英文字符和数字', '請輸入20位以內的英文字元和數字', 'Enter up to 20 letters and digits'],
  notName: ['请输入2到100位的中英文字符', '請輸入2到100位的中英文字元', 'Enter 2 to 100 Chinese or English letters'],
  notDigitLines: ['只能输入数字和换行', '只能輸入數字和換行', 'Digits and line breaks only'],
  notUpTo255: ['请输入255位以内的字符', '請輸入255位以內的字元', 'Enter up to 255 characters'],
  notDigits6to16: ['请输入6到16位数字', '請輸入6到16位數字', 'Enter 6 to 16 digits'],
  notAny6to16: ['请输入6到16位任意字符', '請輸入6到16位任意字元', 'Enter 6 to 16 characters'],
  notLetters6to18: ['请输入6到18位字母', '請輸入6到18位字母', 'Enter 6 to 18 letters'],
  notPostalCode: ['请输入正确的邮政编码', '請輸入正確的郵遞區號', 'Enter a valid postal code'],
  notNumberText: ['请输入数字', '請輸入數字', 'Enter a number'],
  notInteger: ['请输入整数', '請輸入整數', 'Enter a whole number'],
  notMoney: ['请输入正确的金额，最多两位小数', '請輸入正確的金額，最多兩位小數', 'Enter an amount with two decimals at most'],
  notUnique: ['{label}不能重复', '{label}不能重複', '{label} must not repeat'],
  notAList: ['{label}应为列表', '{label}應為列表', '{label} must be a list'],
  tooFew: ['{label}至少{min}项', '{label}至少{min}項', '{label} needs at least {min} entries'],
  tooMany: ['{label}最多{max}项', '{label}最多{max}項', '{label} may have {max} entries at most'],
  tooFewChosen: ['{label}最少选择{min}项', '{label}最少選擇{min}項', 'Choose {min} of {label} at least'],
  tooManyChosen: ['{label}最多选择{max}项', '{label}最多選擇{max}項', 'Choose {max} of {label} at most'],
  inRow: ['{label}第{row}行：{problem}', '{label}第{row}行：{problem}', '{label}, row {row}: {problem}'],
} as const satisfies Readonly<Record<string, Words>>;
export type ProblemCode = keyof typeof problems;

export interface Problem {
  readonly code: ProblemCode;
  readonly args?: Readonly<Record<string, string | number>>;
  /** In a list: the row (from 1) and its invalid field. */
  readonly within?: { readonly row: number; readonly field: string; readonly problem: Problem };
}
