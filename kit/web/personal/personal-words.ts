import type { Words } from '#kit/fields/words.ts';

export const personalWords = {
  show: ['显示完整{label}（将记入日志）', '顯示完整{label}（將記入日誌）', 'Show {label} in full; the log keeps it'],
  hide: ['隐藏{label}', '隱藏{label}', 'Hide {label} again'],
  sheet: ['导出完整号码', '匯出完整號碼', 'Export with numbers in full'],
  sheetAsk: ['导出的文件将包含完整号码', '匯出的檔案將包含完整號碼', 'The file will hold numbers in full'],
  sheetWhy: [
    '导出人、时间与条件会记入操作日志。文件请按个人信息保管，用完删除。',
    '匯出人、時間與條件會記入操作日誌。檔案請依個人資料保管，用完刪除。',
    'The log keeps who exported it, and when. Keep the file as personal data, and delete it after use.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
