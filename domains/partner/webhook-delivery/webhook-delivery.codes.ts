import { codeTable, valuesOf } from '#kit/fields/codes.ts';

export const deliveryStateTable = codeTable({
  dictCode: 'webhook_delivery_state',
  title: ['推送状态', '推送狀態', 'State of a delivery'],
  items: {
    waiting: { value: 1, words: ['待推送', '待推送', 'Waiting'], tone: 'busy' },
    delivered: { value: 2, words: ['已送达', '已送達', 'Delivered'], tone: 'good' },
    givenUp: { value: 3, words: ['已放弃', '已放棄', 'Given up'], tone: 'bad' },
  },
});
export const deliveryState = valuesOf(deliveryStateTable);

export const deliveryEvent = codeTable({
  dictCode: 'webhook_delivery_event',
  title: ['推送内容', '推送內容', 'What a delivery tells'],
  items: {
    charge: { value: 1, words: ['充电状态', '充電狀態', 'Charge'] },
    gun: { value: 2, words: ['枪状态', '槍狀態', 'Gun'] },
    test: { value: 3, words: ['测试', '測試', 'Test'] },
  },
});
