import { labels } from '#kit/resource/labels.ts';
import { deviceCommand } from './command.ts';

export const deviceCommandLabels = labels(deviceCommand, {
  noun: ['平台指令', '平台指令', 'Command'],
  fields: {
    commandId: ['指令编号', '指令編號', 'Command id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    gunNumber: ['枪号', '槍號', 'Gun no.'],
    cmd: ['指令', '指令', 'Command'],
    stat: ['状态', '狀態', 'Status'],
    result: ['结果', '結果', 'Result'],
    remark: ['说明', '說明', 'Remark'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    requestedBy: ['发起人', '發起人', 'Requested by'],
    because: ['原因', '原因', 'Because'],
    sentAt: ['下发时间', '下發時間', 'Sent'],
    completedAt: ['完成时间', '完成時間', 'Completed'],
    payload: ['内容', '內容', 'Content'],
  },
});
