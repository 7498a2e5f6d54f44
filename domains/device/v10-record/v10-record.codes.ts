import { v10Record } from '#engines/protocol/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** The five records of v1.0 piles: 9001 to 9005. */
export const recordType = codeTable({
  dictCode: 'v10_record_type',
  title: ['v1.0记录类型', 'v1.0記錄類型', 'Kind of v1.0 record'],
  items: {
    status: { value: v10Record.status, words: ['定时状态上报', '定時狀態上報', 'Status report'], tone: 'quiet' },
    start: { value: v10Record.start, words: ['启动信息', '啟動資訊', 'Start info'], tone: 'busy' },
    end: { value: v10Record.end, words: ['结束信息', '結束資訊', 'End info'], tone: 'plain' },
    order: { value: v10Record.order, words: ['充电结束订单', '充電結束訂單', 'End-of-charging order'], tone: 'good' },
    abnormal: { value: v10Record.abnormal, words: ['异常事件', '異常事件', 'Abnormal event'], tone: 'warn' },
  },
});
