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

/** Stages and modes: section 9 of the business specification. */
export const rateStage = codeTable({
  dictCode: 'rate_stage',
  title: ['费率时段', '費率時段', 'Stage'],
  items: {
    none: { value: 0, words: ['无', '無', 'None'] },
    tip: { value: 1, words: ['尖', '尖', 'Tip'], tone: 'bad' },
    peak: { value: 2, words: ['峰', '峰', 'Peak'], tone: 'warn' },
    flat: { value: 3, words: ['平', '平', 'Flat'], tone: 'busy' },
    valley: { value: 4, words: ['谷', '谷', 'Valley'], tone: 'good' },
  },
});

export const billMode = codeTable({
  dictCode: 'bill_mode',
  title: ['计费方式', '計費方式', 'Billing mode'],
  items: {
    byEnergy: { value: 1, words: ['按电量', '按電量', 'By energy'] },
    byHour: { value: 2, words: ['按时长', '按時長', 'By the hour'] },
  },
});

/** What a rule's state is changed by. */
export const ruleOperation = codeTable({
  dictCode: 'rate_rule_op',
  title: ['费率操作', '費率操作', 'Operation'],
  items: {
    enable: { value: 1, words: ['启用', '啟用', 'Enable'] },
    disable: { value: 2, words: ['禁用', '停用', 'Disable'] },
    disuse: { value: 3, words: ['废弃', '廢棄', 'Disuse'] },
  },
});
