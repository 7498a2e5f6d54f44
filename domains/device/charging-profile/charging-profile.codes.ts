import { codeTable } from '#kit/fields/codes.ts';

/** What a charging profile limits, by the names of OCPP 1.6. */
export const profilePurpose = codeTable({
  dictCode: 'charging_profile_purpose',
  title: ['功率限制范围', '功率限制範圍', 'What a charging profile limits'],
  items: {
    pile: { value: 'ChargePointMaxProfile', words: ['整桩上限', '整樁上限', 'The whole pile'] },
    everyCharge: { value: 'TxDefaultProfile', words: ['每次充电', '每次充電', 'Every charge'] },
    presentCharge: { value: 'TxProfile', words: ['当前充电', '目前充電', 'The present charge'] },
  },
});

export const rateUnit = codeTable({
  dictCode: 'charging_rate_unit',
  title: ['限值单位', '限值單位', 'Unit of a limit'],
  items: {
    watts: { value: 'W', words: ['瓦', '瓦', 'W'] },
    amperes: { value: 'A', words: ['安', '安', 'A'] },
  },
});
