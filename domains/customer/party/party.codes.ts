import { mainPartType as mainPartTypeValues } from '#engines/order/codes.ts';
import { accountType as accountTypeValues } from '#engines/protocol/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';
import type { Personal } from '#kit/fields/personal.ts';

/** Kinds of paying parties, by how they identify themselves. */
export const mainPartType = codeTable({
  dictCode: 'main_part_type',
  title: ['主体类型', '主體類型', 'Paid by'],
  items: {
    phoneUser: { value: mainPartTypeValues.phoneUser, words: ['手机用户', '手機使用者', 'Phone user'] },
    icCard: { value: mainPartTypeValues.icCard, words: ['IC卡', 'IC卡', 'IC card'] },
    agentCustomer: { value: mainPartTypeValues.agentCustomer, words: ['集团客户', '集團客戶', 'Company customer'] },
    vehicleVin: { value: mainPartTypeValues.vehicleVin, words: ['车辆VIN', '車輛VIN', 'Vehicle VIN'] },
  },
});

/** A party's number is personal data when the party is a phone user, because it is then a phone number. */
export const phoneOfUser: Personal = { kind: 'phone', when: { field: 'mainPartType', is: [mainPartType.items.phoneUser.value] } };

export const accountType = codeTable({
  dictCode: 'account_type',
  title: ['账户类型', '帳戶類型', 'Account type'],
  items: {
    none: { value: accountTypeValues.none, words: ['无', '無', 'None'], tone: 'quiet' },
    card: { value: accountTypeValues.card, words: ['卡', '卡', 'Card'] },
    vin: { value: accountTypeValues.vin, words: ['VIN', 'VIN', 'VIN'] },
    password: { value: accountTypeValues.password, words: ['密码', '密碼', 'Password'] },
    phoneUser: { value: accountTypeValues.phoneUser, words: ['手机用户', '手機使用者', 'Phone user'] },
  },
});
