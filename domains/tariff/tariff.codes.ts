import { billMode as billModeValues, rateStage as rateStageValues, rateType as rateTypeValues } from '#engines/tariff/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** The types of fees. Tariffs price them; VIP levels discount them. */
export const rateType = codeTable({
  dictCode: 'rate_type',
  title: ['费率类型', '費率類型', 'Fee item'],
  items: {
    electricity: { value: rateTypeValues.electricity, words: ['电费', '電費', 'Electricity'] },
    service: { value: rateTypeValues.service, words: ['服务费', '服務費', 'Service'] },
    other1: { value: rateTypeValues.other1, words: ['其他费用1', '其他費用1', 'Other 1'] },
    other2: { value: rateTypeValues.other2, words: ['其他费用2', '其他費用2', 'Other 2'] },
  },
});

/** Stages and billing modes of a tariff period. */
export const rateStage = codeTable({
  dictCode: 'rate_stage',
  title: ['费率时段', '費率時段', 'Stage'],
  items: {
    none: { value: rateStageValues.none, words: ['无', '無', 'None'] },
    tip: { value: rateStageValues.tip, words: ['尖', '尖', 'Tip'], tone: 'bad' },
    peak: { value: rateStageValues.peak, words: ['峰', '峰', 'Peak'], tone: 'warn' },
    flat: { value: rateStageValues.flat, words: ['平', '平', 'Flat'], tone: 'busy' },
    valley: { value: rateStageValues.valley, words: ['谷', '谷', 'Valley'], tone: 'good' },
  },
});

export const billMode = codeTable({
  dictCode: 'bill_mode',
  title: ['计费方式', '計費方式', 'Billing mode'],
  items: {
    byEnergy: { value: billModeValues.byEnergy, words: ['按电量', '按電量', 'By energy'] },
    byHour: { value: billModeValues.byHour, words: ['按时长', '按時長', 'By the hour'] },
  },
});

/** The operations that change a rule's state. */
export const ruleOperation = codeTable({
  dictCode: 'rate_rule_op',
  title: ['费率操作', '費率操作', 'Operation'],
  items: {
    enable: { value: 1, words: ['启用', '啟用', 'Enable'] },
    disable: { value: 2, words: ['禁用', '停用', 'Disable'] },
    disuse: { value: 3, words: ['废弃', '廢棄', 'Disuse'] },
  },
});
