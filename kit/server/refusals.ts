import type { RefusalTable } from '#kit/resource/refusal.ts';

/** The refusals every noun shares. */
export const kitRefusals = {
  missing: ['未找到资源', '找不到資源', 'Resource not found'],
  signedOut: ['Token失效，请重新登录', 'Token失效，請重新登錄', 'Token is invalid, please sign in again'],
  forbidden: ['没有权限：{permission}', '沒有權限：{permission}', 'No access: {permission}'],
  fieldLocked: ['您不能填写或修改“{field}”', '您不能填寫或修改「{field}」', 'You may not write {field}'],
  foreignTenant: ['租户不在您的权限范围内', '租戶不在您的權限範圍內', 'This tenant is outside your scope'],
  badInput: ['{problem}', '{problem}', '{problem}'],
  badJson: ['参数不正确', '參數不正確', 'The parameter is incorrect'],
  badFilter: ['查询条件不正确：{field}', '查詢條件不正確：{field}', 'The filter is not valid: {field}'],
  badQueryRow: ['高级查询第{row}行不正确：{field}', '進階查詢第{row}列不正確：{field}', 'Row {row} of the advanced query is not valid: {field}'],
  conflict: [
    '数据已被他人修改，请核对后再保存',
    '資料已被他人修改，請核對後再儲存',
    'Somebody else has changed this record; compare before you save',
  ],
  tooManyIds: ['一次最多{max}项', '一次最多{max}項', 'At most {max} entries at a time'],
  duplicate: ['{label}已存在', '{label}已存在', '{label} exists already'],
  inUse: ['数据正在使用，不能删除', '資料使用中，不能刪除', 'This is in use and cannot be deleted'],
  tied: ['其他数据与之关联，不能更改所属', '其他資料與之關聯，不能更改所屬', 'Other records belong to this one, so it stays where it is'],
  outOfScope: ['所选{label}不存在', '所選{label}不存在', 'The chosen {label} does not exist'],
  apart: ['所选{label}不属于同一{scope}', '所選{label}不屬於同一{scope}', 'The chosen {label} belongs to another {scope}'],
  stale: ['请求已处理，参数不同', '請求已處理，參數不同', 'This request was already made with other values'],
  crossSite: ['请求来源不正确', '請求來源不正確', 'The request comes from another site'],
  tooLarge: ['文件过大，最大{max} MB', '檔案過大，最大{max} MB', 'The file is too large, {max} MB at most'],
  badFile: ['文件无法读取：{reason}', '檔案無法讀取：{reason}', 'The file cannot be read: {reason}'],
  notExcel: ['只能上传 Excel 文件（.xls、.xlsx）', '只能上傳 Excel 檔案（.xls、.xlsx）', 'Only Excel files can be uploaded (.xls, .xlsx)'],
  bomb: ['文件展开后过大，已拒绝：{what}', '檔案展開後過大，已拒絕：{what}', 'The file unpacks to far too much and was refused: {what}'],
  crowded: ['正在导入的文件过多，请稍后重试', '正在匯入的檔案過多，請稍後再試', 'Too many files are being read, please try again shortly'],
  tooManyRows: [
    '最多 {max} 行，请拆分文件或缩小条件',
    '最多 {max} 列，請拆分檔案或縮小條件',
    'At most {max} rows; split the file or narrow the conditions',
  ],
  unknownSheet: [
    '文件“{file}”中没有可识别的列，请使用：{columns}',
    '檔案「{file}」中沒有可識別的欄位，請使用：{columns}',
    'No column of "{file}" is known here; it takes: {columns}',
  ],
  noSuch: ['没有{label}“{text}”', '沒有{label}「{text}」', 'There is no {label} "{text}"'],
  severalSuch: [
    '{label}“{text}”不唯一，请填写编号',
    '{label}「{text}」不唯一，請填寫編號',
    'There are several {label} "{text}"; write the key instead',
  ],
  badEdits: ['修改内容不正确', '修改內容不正確', 'The corrections cannot be read'],
  inFile: ['{file}：{problem}', '{file}：{problem}', '{file}: {problem}'],
  noFile: ['未上传任何文件', '未上傳任何檔案', 'No file was uploaded'],
  badSign: [
    '请求签名不正确，请刷新页面后重试',
    '請求簽章不正確，請重新整理頁面後再試',
    'The signature of the request does not hold; reload the page and try again',
  ],
  encryptionNeeded: ['请求内容须加密', '請求內容須加密', 'Bodies of requests are encrypted here'],
  encryptionKey: ['加密密钥已过期，请重试', '加密金鑰已過期，請重試', 'The encryption key has run out, please try again'],
  encryptionBad: ['请求内容无法解密', '請求內容無法解密', 'The body of the request cannot be decrypted'],
  tooSlow: [
    '查询的数据过多，请缩小条件范围后重试',
    '查詢的資料過多，請縮小條件範圍後再試',
    'This would take too long; narrow the conditions and try again',
  ],
  broken: ['系统繁忙，请稍后重试（{trace}）', '系統繁忙，請稍後重試（{trace}）', 'Something went wrong, please try again ({trace})'],
} as const satisfies RefusalTable;

/** What the kit itself says when something went well. */
export const kitWords = {
  added: ['添加成功！', '新增成功！', 'Added'],
  edited: ['修改成功！', '修改成功！', 'Saved'],
  deleted: ['删除成功！', '刪除成功！', 'Deleted'],
  changed: ['操作成功！', '操作成功！', 'Done'],
  imported: ['文件导入成功！数据行数：{count}', '檔案匯入成功！資料行數：{count}', 'Imported {count} rows'],
  importedPartly: ['导入成功,但是有错误数据!', '匯入成功，但有錯誤資料！', 'Imported, but some rows have errors'],
  importedNothing: ['没有可导入的数据，{count} 行有错误', '沒有可匯入的資料，{count} 行有錯誤', 'Nothing was imported: {count} rows have errors'],
  errorColumn: ['错误原因', '錯誤原因', 'Reason'],
  errorFile: ['文件', '檔案', 'File'],
  errorRow: ['行号', '列號', 'Row'],
} as const satisfies RefusalTable;
