import { labels } from '#kit/resource/labels.ts';
import { vipDiscount } from './vip-discount.ts';

export const vipDiscountLabels = labels(vipDiscount, {
  noun: ['VIP折扣', 'VIP折扣', 'VIP discount'],
  fields: {
    vipDiscountId: ['折扣编号', '折扣編號', 'Discount id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    vipLevelId: ['VIP等级', 'VIP等級', 'VIP level'],
    vipLevelName: ['VIP等级名称', 'VIP等級名稱', 'VIP level name'],
    rateType: ['费率类型', '費率類型', 'Fee item'],
    vipDiscount: ['折扣', '折扣', 'Percent to pay'],
  },
  hints: {
    vipDiscount: [
      '实付百分比：90 表示九折，100 表示不打折，0 表示免费',
      '實付百分比：90 表示九折，100 表示不打折，0 表示免費',
      'What is paid of the price: 90 takes a tenth off, 100 nothing, 0 makes it free',
    ],
  },
});
