import { codeTable } from '#kit/fields/codes.ts';

/** What a fee is for: section 9 of the business specification. Tariffs price these, VIP levels discount them. */
export const rateType = codeTable({
  dictCode: 'rate_type',
  title: ['费率类型', '費率類型', 'Fee item'],
  items: {
    electricity: { value: 1, words: ['电费', '電費', 'Electricity'] },
    service: { value: 2, words: ['服务费', '服務費', 'Service'] },
    other1: { value: 3, words: ['其他费用1', '其他費用1', 'Other 1'] },
    other2: { value: 4, words: ['其他费用2', '其他費用2', 'Other 2'] },
  },
});
