import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';

export const operationLabels = {
  mode: ['重启方式', '重啟方式', 'Kind of restart'],
  gunNumber: ['枪号', '槍號', 'Gun no.'],
  message: ['消息', '訊息', 'Message'],
  extended: ['安全扩展', '安全擴充', 'Security extension'],
  key: ['配置项', '配置項', 'Configuration key'],
  value: ['值', '值', 'Value'],
  vendorId: ['厂商标识', '廠商標識', 'Vendor id'],
  messageId: ['消息标识', '訊息標識', 'Message id'],
  data: ['数据', '資料', 'Data'],
  chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
  recallFrom: ['开始时间', '開始時間', 'From'],
  recallTo: ['结束时间', '結束時間', 'To'],
  confirmed: ['已确认', '已確認', 'Confirmed'],
} as const satisfies Readonly<Record<string, Words>>;

export const operationRefusals = {
  ...deviceRefusals,
  'operation.offline': ['电桩离线，不能操作', '電樁離線，不能操作', 'The pile is offline and cannot be operated'],
  'operation.secretKey': [
    '密钥不能在此读写，请使用“更换密钥”',
    '金鑰不能在此讀寫，請使用「更換金鑰」',
    'A password cannot be set here. Use “Renew secret”',
  ],
  'operation.notTriggered': ['此消息不能以这种方式请求', '此訊息不能以這種方式請求', 'This message cannot be asked for in this way'],
  'operation.recallWhat': ['请填写订单号，或填写开始和结束时间', '請填寫訂單號，或填寫開始和結束時間', 'Give the order number, or both times'],
  'operation.recallUnconfirmed': [
    '召回会包含尚未上传的记录，请先确认',
    '召回會包含尚未上傳的紀錄，請先確認',
    'A recall includes records that were not uploaded yet. Confirm it first',
  ],
  'operation.recallSpan': [
    '结束时间须晚于开始时间，且开始时间不能在将来',
    '結束時間須晚於開始時間，且開始時間不能在將來',
    'The end must be after the beginning, which cannot be in the future',
  ],
  'operation.recallTooLong': ['一次最多召回{days}天', '一次最多召回{days}天', 'A recall covers at most {days} days'],
  'operation.unsupported': ['该电桩的协议不支持此操作', '該電樁的協定不支援此操作', 'The protocol of this pile has no such operation'],
} as const satisfies RefusalTable;
export type OperationRefusal = keyof typeof operationRefusals;

export const operationWords = {
  action: ['远程操作', '遠端操作', 'Remote operations'],
  of: ['远程操作：{name}', '遠端操作：{name}', 'Remote operations: {name}'],
  queryStatus: ['查询状态', '查詢狀態', 'Ask for the state'],
  queryStatusHint: ['电桩立即上报自身和各枪的状态', '電樁立即回報自身和各槍的狀態', 'The pile reports its own state and that of its guns at once'],
  unlockGun: ['解锁枪', '解鎖槍', 'Unlock a gun'],
  unlockGunHint: [
    '松开所选枪的插头；该枪正在进行的充电会结束',
    '鬆開所選槍的插頭；該槍正在進行的充電會結束',
    'Releases the plug of the gun; a charge on it ends',
  ],
  clearCache: ['清除卡缓存', '清除卡快取', 'Clear cached cards'],
  clearCacheHint: [
    '电桩忘记已缓存的卡，离线时不再据此放行',
    '電樁忘記已快取的卡，離線時不再據此放行',
    'The pile forgets the cards that it would accept while offline',
  ],
  triggerMessage: ['请求上报', '請求回報', 'Ask for a message'],
  triggerMessageHint: ['电桩立即发送所选消息', '電樁立即傳送所選訊息', 'The pile sends the chosen message at once'],
  allGuns: ['所有枪', '所有槍', 'All guns'],
  configuration: ['配置项', '配置項', 'Configuration key'],
  configurationHint: [
    '读取或设置任意OCPP配置项；读到的值显示在上方和指令列表中',
    '讀取或設定任意OCPP配置項；讀到的值顯示在上方和指令列表中',
    'Reads or sets any OCPP key; a value that was read is shown above and in the list of commands',
  ],
  read: ['读取', '讀取', 'Read'],
  set: ['设置', '設定', 'Set'],
  readKey: ['读取{key}', '讀取{key}', 'Read {key}'],
  setKey: ['设置{key}', '設定{key}', 'Set {key}'],
  transferData: ['厂商数据', '廠商資料', 'Vendor data'],
  transferDataHint: [
    '向电桩发送厂商自定义消息（DataTransfer）',
    '向電樁傳送廠商自訂訊息（DataTransfer）',
    'Sends a message of the vendor (DataTransfer)',
  ],
  recallOrders: ['召回订单', '召回訂單', 'Recall orders'],
  recallOrdersHint: [
    '电桩重新上传一个订单或一段时间内的充电记录，最多{days}天',
    '電樁重新上傳一個訂單或一段時間內的充電紀錄，最多{days}天',
    'The pile sends the record of an order, or of all charges of a time, again; at most {days} days',
  ],
  recallConfirm: ['召回“{name}”的记录？', '召回「{name}」的紀錄？', 'Recall the records of {name}?'],
  recallConfirmHint: [
    '尚未上传的记录也会上传并结算。',
    '尚未上傳的紀錄也會上傳並結算。',
    'Records that were not uploaded yet are sent too, and their orders are billed.',
  ],
  byOrder: ['按订单号', '按訂單號', 'By order no.'],
  byTime: ['按时间', '按時間', 'By time'],
  softRestart: ['软重启', '軟重啟', 'Soft restart'],
  softRestartHint: ['先正常结束充电，再重启', '先正常結束充電，再重啟', 'Ends charges properly, then restarts'],
  hardRestart: ['硬重启', '硬重啟', 'Hard restart'],
  hardRestartHint: ['立即重启；正在进行的充电会被切断', '立即重啟；正在進行的充電會被切斷', 'Restarts at once; charges are cut off'],
  hardRestartConfirm: ['立即硬重启“{name}”？', '立即硬重啟「{name}」？', 'Restart {name} at once?'],
  execute: ['执行', '執行', 'Do it'],
  waiting: ['等待电桩应答…', '等待電樁應答…', 'Waiting for the pile…'],
} as const satisfies Readonly<Record<string, Words>>;
