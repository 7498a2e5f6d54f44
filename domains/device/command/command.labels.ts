import type { Words } from '#kit/fields/words.ts';
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

/** Why a command ended without the pile's own words. */
export const remarkWords: Readonly<Record<string, Words>> = {
  offline: ['电桩离线', '電樁離線', 'The pile was offline'],
  busy: ['电桩忙', '電樁忙碌', 'The pile was busy'],
  unsupported: ['协议不支持', '協定不支援', 'The protocol has no such command'],
  invalid: ['内容不符合协议', '內容不符合協定', 'The content does not fit the protocol'],
  expired: ['等待超时，未下发', '等待逾時，未下發', 'Waited too long and was not sent'],
  void: ['已无需执行', '已無需執行', 'No longer needed'],
  lost: ['连接中断，结果未知', '連線中斷，結果未知', 'The connection broke; nobody knows what came of it'],
  timedOut: ['应答超时', '應答逾時', 'No answer in time'],
};

/** What made the platform send a command. */
export const becauseWords: Readonly<Record<string, Words>> = {
  operator: ['人工操作', '人工操作', 'An operator asked'],
};

export const commandWords = {
  waitsForPile: ['等待电桩上线', '等待電樁上線', 'Waits for the pile'],
  waitsForTurn: ['等待电桩空闲', '等待電樁空閒', 'Waits its turn'],
} as const satisfies Readonly<Record<string, Words>>;
