import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';

export const parameterLabels = {
  paramNo: ['参数', '參數', 'Parameter'],
  gunNumber: ['枪号', '槍號', 'Gun no.'],
  value: ['值', '值', 'Value'],
  paramNos: ['要下发的参数', '要下發的參數', 'Parameters to send'],
} as const satisfies Readonly<Record<string, Words>>;

export const parameterRefusals = {
  ...deviceRefusals,
  'parameter.badValue': ['{problem}', '{problem}', '{problem}'],
  'parameter.gunRequired': ['该参数需要指定枪号', '該參數需要指定槍號', 'This parameter is of one gun; name the gun'],
  'parameter.offlineAboveRated': [
    '离线最大功率{asked} kW不能超过额定功率{rated} kW',
    '離線最大功率{asked} kW不能超過額定功率{rated} kW',
    'The offline limit of {asked} kW cannot exceed the rated {rated} kW',
  ],
  'parameter.scheduled': [
    '该桩已绑定功率计划，设置在线功率不起作用',
    '該樁已綁定功率計畫，設定線上功率不起作用',
    'The pile follows a power schedule; setting its online power has no effect',
  ],
  'parameter.unsupported': [
    'OCPP 1.6 没有对应的参数，不能下发',
    'OCPP 1.6 沒有對應的參數，不能下發',
    'OCPP 1.6 has nothing for this parameter; it cannot be sent',
  ],
  'parameter.notListed': [
    '“{value}”不在系统设置“电桩可连接的服务器”中，请平台管理员先加入',
    '「{value}」不在系統設定「電樁可連接的伺服器」中，請平台管理員先加入',
    '{value} is not among the servers piles may be sent to; the platform lists them under Settings',
  ],
  'parameter.nothingDiffers': [
    '电桩“{name}”没有与表单不一致的已上报参数；未上报的参数请先读取',
    '電樁「{name}」沒有與表單不一致的已上報參數；未上報的參數請先讀取',
    'Nothing that pile {name} has reported differs from its forms; read its parameters if some are not reported',
  ],
  'parameter.underWay': [
    '向电桩“{name}”下发的这些值尚未应答，请稍候',
    '向電樁「{name}」下發的這些值尚未應答，請稍候',
    'These values are already on their way to pile {name}',
  ],
  'parameter.notHeld': [
    '没有表单保存此参数，不能采用上报值',
    '沒有表單保存此參數，不能採用上報值',
    'No form holds this parameter, so its reported value cannot be taken',
  ],
  'parameter.notTaken': [
    '该值只能由人工设定，不能采用电桩上报的值',
    '該值只能由人工設定，不能採用電樁上報的值',
    'People decide on this value; the one that a pile reports is not taken',
  ],
  'parameter.reportedChanged': [
    '电桩上报的值已变化，请刷新后重试',
    '電樁上報的值已變化，請重新整理後重試',
    'The pile reports another value now; look at it again',
  ],
  'parameter.offline': ['电桩离线，不能执行', '電樁離線，不能執行', 'The pile is offline; this cannot wait for it'],
} as const satisfies RefusalTable;
export type ParameterRefusal = keyof typeof parameterRefusals;

/** The words of the parameters tab. */
export const parameterWords = {
  tab: ['设备参数', '設備參數', 'Parameters'],
  parameter: ['参数', '參數', 'Parameter'],
  wanted: ['期望值', '期望值', 'Wanted'],
  reported: ['上报值', '上報值', 'Reported value'],
  onGun: ['{name}（{n}号枪）', '{name}（{n}號槍）', '{name}, gun {n}'],
  take: ['采用上报值', '採用上報值', 'Take'],
  takeHint: ['把上报值写入保存它的表单', '把上報值寫入保存它的表單', 'Writes the reported value into the form that holds this parameter'],
  sendWanted: ['下发期望值', '下發期望值', 'Send the wanted values'],
  sendWantedShort: ['下发期望值', '下發期望值', 'Wanted values'],
  sendWantedN: ['下发 {n} 项期望值', '下發 {n} 項期望值', 'Send the wanted values ({n})'],
  holdsOther: ['电桩上报的 {n} 项参数与表单不一致', '電樁上報的 {n} 項參數與表單不一致', 'Values of the pile that differ from its forms: {n}'],
  look: ['查看', '檢視', 'Show'],
  pilesDiffer: ['{n} 个电桩不一致', '{n} 個電樁不一致', 'piles that differ: {n}'],
  noneDiffers: [
    '所选电桩没有与表单不一致的已上报参数；未上报的参数请先读取',
    '所選電樁沒有與表單不一致的已上報參數；未上報的參數請先讀取',
    'Nothing that these piles have reported differs from their forms. Read their parameters if some are not reported',
  ],
  chooseParameters: ['要下发的参数', '要下發的參數', 'Parameters to send'],
  reportedAt: ['上报时间', '上報時間', 'Reported'],
  pull: ['读取参数', '讀取參數', 'Read from the pile'],
  pulling: ['正在读取…', '正在讀取…', 'Reading…'],
  set: ['设置', '設定', 'Set'],
  setOf: ['设置{name}', '設定{name}', 'Set {name}'],
  setManyShort: ['下发参数', '下發參數', 'Set a parameter'],
  setMany: ['向 {n} 个电桩下发参数', '向 {n} 個電樁下發參數', 'Set a parameter of {n} {n|pile|piles}'],
  readMany: ['读取参数', '讀取參數', 'Read parameters'],
  next: ['下一步', '下一步', 'Next'],
  queued: [
    '已下发；各电桩的应答见其“{where}”页签',
    '已下發；各電樁的應答見其「{where}」頁籤',
    'Sent. What each pile answers stands under its tab “{where}”.',
  ],
  send: ['下发', '下發', 'Send'],
  execute: ['执行', '執行', 'Do it'],
  waiting: ['已下发，等待电桩应答…', '已下發，等待電樁應答…', 'Sent. Waiting for the pile…'],
  never: ['未上报', '未上報', 'Never'],
  offline: [
    '电桩离线。下发的参数会等待最多10分钟，电桩上线后发送。',
    '電樁離線。下發的參數會等待最多10分鐘，電樁上線後發送。',
    'The pile is offline. What you send waits up to 10 minutes for it.',
  ],
  sendsNow: ['下发平台当前时间', '下發平台目前時間', "Sends the platform's time"],
  rated: ['额定功率 {rated} kW', '額定功率 {rated} kW', 'Rated power {rated} kW'],
  restarts: ['电桩会立即重启', '電樁會立即重啟', 'The pile restarts at once'],
  keys: ['其他配置项', '其他配置項', 'Other configuration keys'],
  unsupported: ['OCPP 1.6 无此参数', 'OCPP 1.6 無此參數', 'Not in OCPP 1.6'],
  yes: ['是', '是', 'Yes'],
  no: ['否', '否', 'No'],
} as const satisfies Readonly<Record<string, Words>>;
