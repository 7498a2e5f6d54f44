import type { StopCause } from '#engines/order/codes.ts';
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
    paramNo: ['参数', '參數', 'Parameter'],
    stat: ['状态', '狀態', 'Status'],
    result: ['结果', '結果', 'Result'],
    keyVal: ['应答值', '回應值', 'Answered value'],
    remark: ['说明', '說明', 'Remark'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    requestedBy: ['发起人', '發起人', 'Requested by'],
    because: ['原因', '原因', 'Because'],
    sentAt: ['下发时间', '下發時間', 'Sent'],
    completedAt: ['完成时间', '完成時間', 'Completed'],
    payload: ['内容', '內容', 'Content'],
  },
});

/** Why a command ended, where the reason comes from the platform and not from the pile. */
export const remarkWords: Readonly<Record<string, Words>> = {
  offline: ['电桩离线', '電樁離線', 'The pile was offline'],
  busy: ['电桩忙', '電樁忙碌', 'The pile was busy'],
  unsupported: ['协议不支持', '協定不支援', 'The protocol has no such command'],
  invalid: ['内容不符合协议', '內容不符合協定', 'The content does not fit the protocol'],
  expired: ['等待超时，未下发', '等待逾時，未下發', 'Waited too long and was not sent'],
  void: ['已无需执行', '已無需執行', 'No longer needed'],
  lost: ['连接中断，结果未知', '連線中斷，結果未知', 'The connection broke; nobody knows what came of it'],
  'ended before': ['此前已结束', '此前已結束', 'It had ended before'],
  timedOut: ['应答超时', '應答逾時', 'No answer in time'],
  // Answers of OCPP stations.
  Rejected: ['电桩拒绝', '電樁拒絕', 'The pile refused'],
  NotImplemented: ['电桩未实现此功能', '電樁未實作此功能', 'The pile does not have this function'],
  NotSupported: ['电桩不支持', '電樁不支援', 'The pile does not support it'],
  Unknown: ['电桩没有符合的曲线', '電樁沒有符合的曲線', 'The pile has no such profile'],
  Failed: ['电桩未能保存', '電樁未能儲存', 'The pile failed to store it'],
  VersionMismatch: ['名单版本不符', '名單版本不符', 'The version of the list does not fit'],
  UnknownKey: ['电桩没有此配置项', '電樁沒有此配置項', 'The pile has no such key'],
  UnknownVendorId: ['电桩不认识此厂商标识', '電樁不認識此廠商標識', 'The pile does not know this vendor id'],
  UnknownMessageId: ['电桩不认识此消息标识', '電樁不認識此訊息標識', 'The pile does not know this message id'],
};

const stopCauses: Readonly<Record<StopCause, Words>> = {
  user: ['用户停止', '使用者停止', 'The user stopped'],
  operator: ['人工操作', '人工操作', 'An operator asked'],
  amountReached: ['达到设定金额', '達到設定金額', 'The amount was reached'],
  energyReached: ['达到设定电量', '達到設定電量', 'The energy was reached'],
  socReached: ['达到设定SOC', '達到設定SOC', 'The SOC was reached'],
  durationReached: ['达到设定时长', '達到設定時長', 'The duration was reached'],
  scheduleReached: ['到达设定时间', '到達設定時間', 'The scheduled time has come'],
  dayLimit: ['接近24小时上限', '接近24小時上限', 'A session ends before 24 hours'],
  gunReserved: ['该枪随后有预约', '該槍隨後有預約', 'The gun is reserved for somebody else'],
  lowBalance: ['余额不足', '餘額不足', 'The balance ran low'],
  stationSafety: ['站点安全停止', '站點安全停止', 'For the safety of the station'],
  manualEnd: ['订单已手动结束', '訂單已手動結束', 'The order was ended by hand'],
  lateStart: ['超时后才启动', '逾時後才啟動', 'It started after its deadline'],
  contradiction: ['启动失败却有电流', '啟動失敗卻有電流', 'Current although the start failed'],
  startAfterEnd: ['结束后又启动', '結束後又啟動', 'It started after the end'],
  energyAfterEnd: ['结束后仍有电量', '結束後仍有電量', 'Energy after the end'],
  ghost: ['无订单充电', '無訂單充電', 'Charging without an order'],
  startRefused: ['启动被拒绝却有电流', '啟動被拒絕卻有電流', 'current although the start was refused'],
};

/** Why the platform sent a command. */
export const commandReasonWords: Readonly<Record<string, Words>> = {
  ...stopCauses,
  start: ['启动充电', '啟動充電', 'To start a charge'],
  power: ['功率调控变化', '功率調控變化', 'Its power control has changed'],
  rates: ['费率策略变化', '費率策略變化', 'Other prices apply'],
  reservation: ['预约变化', '預約變化', 'A reservation was made or cancelled'],
  order: ['核对订单状态', '核對訂單狀態', 'To check on an order'],
  switch: ['启用或停用电桩', '啟用或停用電樁', 'The pile was switched on or off'],
  profile: ['修改了桩档案', '修改了樁檔案', 'Its profile was changed'],
  wanted: ['与表单不一致', '與表單不一致', 'It differed from its forms'],
  newSecret: ['更换了密钥', '更換了金鑰', 'It has a new secret'],
  deleted: ['电桩已删除', '電樁已刪除', 'The pile was deleted'],
  clock: ['每日校时', '每日校時', 'Its clock is set each day'],
  'end record missing': ['缺少结束账单', '缺少結束帳單', 'The end record is missing'],
};

/** Parts of the system that request commands without a user. */
export const requesterWords: Readonly<Record<string, Words>> = {
  system: ['系统', '系統', 'The system'],
  timer: ['系统定时', '系統定時', 'The clock'],
  session: ['设备上线', '設備上線', 'The coming of the pile'],
};

export const commandWords = {
  tab: ['平台指令', '平台指令', 'Commands'],
  waitsForPile: ['等待电桩上线', '等待電樁上線', 'Waits for the pile'],
  accepted: ['电桩已接受：{name}', '電樁已接受：{name}', 'The pile took it: {name}'],
  notAccepted: ['电桩未接受：{name}（{why}）', '電樁未接受：{name}（{why}）', 'The pile did not take it: {name} ({why})'],
  waitsForTurn: ['等待电桩空闲', '等待電樁空閒', 'Waits its turn'],
} as const satisfies Readonly<Record<string, Words>>;
