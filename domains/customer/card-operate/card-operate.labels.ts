import { labels } from '#kit/resource/labels.ts';
import { cardOperate } from './card-operate.ts';

export const cardOperateLabels = labels(cardOperate, {
  noun: ['IC卡操作记录', 'IC卡操作記錄', 'Card operation'],
  fields: {
    icCardOperateId: ['记录编号', '記錄編號', 'Record id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    icCardId: ['卡编号', '卡編號', 'Card id'],
    icCardNo: ['卡号', '卡號', 'Card number'],
    csrFlag: ['操作类型', '操作類型', 'Operation'],
    csrReason: ['操作原因', '操作原因', 'Reason'],
    oldCardId: ['原卡编号', '原卡編號', 'Old card id'],
    oldCardNumber: ['原卡号', '原卡號', 'Old card number'],
  },
});
