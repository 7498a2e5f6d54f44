import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { sysLog } from './sys-log.ts';

export const sysLogLabels = labels(sysLog, {
  noun: ['操作日志', '操作日誌', 'Log'],
  fields: {
    id: ['日志编号', '日誌編號', 'Log id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    logType: ['日志类型', '日誌類型', 'Kind of log'],
    operateType: ['操作类型', '操作類型', 'Kind'],
    outcome: ['结果', '結果', 'Outcome'],
    userId: ['用户编号', '使用者編號', 'User id'],
    username: ['用户账号', '使用者帳號', 'User name'],
    realname: ['姓名', '姓名', 'Name'],
    noun: ['对象类型', '物件類型', 'Noun'],
    act: ['动作', '動作', 'Act'],
    logContent: ['操作内容', '操作內容', 'What was done'],
    reason: ['原因', '原因', 'Reason'],
    objectId: ['对象编号', '物件編號', 'Object id'],
    objectName: ['对象名称', '物件名稱', 'Object'],
    objectCount: ['涉及条数', '涉及筆數', 'Rows'],
    ip: ['IP 地址', 'IP 位址', 'Address'],
    device: ['设备', '裝置', 'Device'],
    userAgent: ['浏览器标识', '瀏覽器標識', 'User agent'],
    method: ['请求方式', '請求方式', 'Method'],
    requestUrl: ['请求路径', '請求路徑', 'Path'],
    requestParam: ['请求参数', '請求參數', 'Parameters'],
    changes: ['变更明细', '變更明細', 'Changes'],
    costTime: ['耗时', '耗時', 'Took'],
  },
  actions: { verify: ['校验日志链', '校驗日誌鏈', 'Verify the chain'] },
});

/** The texts of the log pages. */
export const logWords = {
  operations: ['操作日志', '操作日誌', 'Operation log'],
  signIns: ['登录日志', '登錄日誌', 'Sign-in log'],
  anyNoun: ['全部对象', '全部物件', 'Every noun'],
  field: ['字段', '欄位', 'Field'],
  before: ['变更前', '變更前', 'Before'],
  after: ['变更后', '變更後', 'After'],
  added: ['新增', '新增', 'Added'],
  edited: ['修改', '修改', 'Changed'],
  deleted: ['删除', '刪除', 'Deleted'],
  looked: ['查看完整内容', '檢視完整內容', 'Seen in full'],
  verify: ['校验日志链', '校驗日誌鏈', 'Verify the chain'],
  more: ['另有 {n} 条未逐一列出', '另有 {n} 筆未逐一列出', '{n} more rows are not listed one by one'],
  whole: [
    '日志完整：{rows} 条记录、{seals} 个封条均未被改动',
    '日誌完整：{rows} 筆記錄、{seals} 個封條均未被改動',
    'The log is whole: {rows} rows under {seals} seals are as they were written',
  ],
  waiting: ['{n} 条等待封存', '{n} 筆等待封存', '{n} rows wait for their seal'],
  broken: ['发现 {n} 处异常', '發現 {n} 處異常', '{n} findings: the log is not as it was written'],
  read: ['读取', '讀取', 'read'],
  skipped: ['未逐条记录的被拒请求', '未逐筆記錄的被拒請求', 'refused calls not kept one by one'],
} as const satisfies Readonly<Record<string, Words>>;
