import { codeTable } from '#kit/fields/codes.ts';

export const logType = codeTable({
  dictCode: 'log_type',
  title: ['日志类型', '日誌類型', 'Kind of log'],
  items: {
    login: { value: 1, words: ['登录日志', '登錄日誌', 'Sign-in'] },
    operation: { value: 2, words: ['操作日志', '操作日誌', 'Operation'] },
  },
});

export const operateType = codeTable({
  dictCode: 'operate_type',
  title: ['操作类型', '操作類型', 'Kind of operation'],
  items: {
    list: { value: 1, words: ['查询', '查詢', 'Look up'] },
    add: { value: 2, words: ['新增', '新增', 'Add'] },
    edit: { value: 3, words: ['修改', '修改', 'Change'] },
    delete: { value: 4, words: ['删除', '刪除', 'Delete'] },
    import: { value: 5, words: ['导入', '匯入', 'Import'] },
    export: { value: 6, words: ['导出', '匯出', 'Export'] },
  },
});

export const logOutcome = codeTable({
  dictCode: 'log_outcome',
  title: ['操作结果', '操作結果', 'Outcome'],
  items: {
    done: { value: 1, words: ['成功', '成功', 'Done'], tone: 'good' },
    refused: { value: 2, words: ['被拒绝', '被拒絕', 'Refused'], tone: 'warn' },
    failed: { value: 3, words: ['出错', '出錯', 'Failed'], tone: 'bad' },
  },
});
