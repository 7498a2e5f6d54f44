import { codeTable } from '#kit/fields/codes.ts';

export const statementState = codeTable({
  dictCode: 'customer_statement_state',
  title: ['对账单状态', '對帳單狀態', 'State of a statement'],
  items: {
    waiting: { value: 0, words: ['生成中', '產生中', 'Being made'], tone: 'busy' },
    made: { value: 1, words: ['已生成', '已產生', 'Made'], tone: 'good' },
    failed: { value: 2, words: ['生成失败', '產生失敗', 'Could not be made'], tone: 'bad' },
  },
});

export const statementFormat = codeTable({
  dictCode: 'customer_statement_format',
  title: ['文件格式', '檔案格式', 'Format'],
  items: {
    pdf: { value: 1, words: ['PDF', 'PDF', 'PDF'] },
    xlsx: { value: 2, words: ['Excel', 'Excel', 'Excel'] },
  },
});
