import type { FactKind } from '#engines/order/facts.ts';
import type { CancelCause, StopCause } from '#engines/order/codes.ts';
import type { SentenceName } from '#engines/order/sentence.ts';
import type { Tone } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';

interface FactTitle {
  readonly title: Words;
  readonly tone: Tone;
}

/** The title of each kind of fact in the log of an order. */
export const factWords: Readonly<Record<FactKind, FactTitle>> = {
  created: { title: ['创建订单', '建立訂單', 'Order created'], tone: 'plain' },
  reserved: { title: ['预约成功', '預約成功', 'Reserved'], tone: 'warn' },
  booked: { title: ['预约待开始', '預約待開始', 'Reserved for later'], tone: 'warn' },
  bookingPaid: { title: ['预约已支付', '預約已支付', 'The reservation is paid'], tone: 'good' },
  gunNotFree: { title: ['预约开始时枪未空闲', '預約開始時槍未空閒', 'The gun was not free'], tone: 'bad' },
  gunPromised: { title: ['该枪随后有预约', '該槍隨後有預約', 'The gun is reserved later'], tone: 'warn' },
  startCommand: { title: ['允许启动', '允許啟動', 'Allowed to start'], tone: 'busy' },
  startSent: { title: ['启动指令已发出', '啟動指令已發出', 'Start sent'], tone: 'busy' },
  startReply: { title: ['电桩应答启动指令', '電樁回應啟動指令', 'The pile answered the start'], tone: 'busy' },
  startDoubted: { title: ['启动无应答，已查询枪状态', '啟動無回應，已查詢槍狀態', 'No answer to the start; the gun was looked at'], tone: 'warn' },
  startResult: { title: ['启动结果', '啟動結果', 'Start result'], tone: 'busy' },
  clockFound: { title: ['电桩时钟有偏差', '電樁時鐘有偏差', "The pile's clock is off"], tone: 'warn' },
  progress: { title: ['充电进度', '充電進度', 'Progress'], tone: 'busy' },
  gunQuiet: { title: ['枪已停止充电', '槍已停止充電', 'The gun came to rest'], tone: 'plain' },
  stopRequested: { title: ['请求停止', '請求停止', 'Stop asked for'], tone: 'warn' },
  stopSent: { title: ['停止指令已发出', '停止指令已發出', 'Stop sent'], tone: 'warn' },
  stopConfirmed: { title: ['停止已确认', '停止已確認', 'Stop confirmed'], tone: 'plain' },
  endRecord: { title: ['收到结束账单', '收到結束帳單', 'End record received'], tone: 'good' },
  recordAdopted: { title: ['采用账单', '採用帳單', 'Record adopted'], tone: 'warn' },
  manualEnd: { title: ['手动结束', '手動結束', 'Ended by hand'], tone: 'warn' },
  cancelled: { title: ['订单取消', '訂單取消', 'Cancelled'], tone: 'quiet' },
  flagOpened: { title: ['出现异常', '出現異常', 'A doubt arose'], tone: 'bad' },
  flagClosed: { title: ['异常解除', '異常解除', 'A doubt was cleared'], tone: 'good' },
  partyAssigned: { title: ['指定付款方', '指定付款方', 'Payer named'], tone: 'warn' },
  settled: { title: ['结算完成', '結算完成', 'Settled'], tone: 'good' },
  adjusted: { title: ['差额调整', '差額調整', 'Adjustment'], tone: 'warn' },
  refundRequested: { title: ['申请退款', '申請退款', 'Refund asked for'], tone: 'warn' },
  refundResult: { title: ['退款结果', '退款結果', 'Refund result'], tone: 'plain' },
  refunded: { title: ['退款完成', '退款完成', 'Refunded'], tone: 'quiet' },
  deleted: { title: ['删除订单', '刪除訂單', 'Deleted'], tone: 'quiet' },
};

export const stopCauseWords: Readonly<Record<StopCause, Words>> = {
  user: ['用户停止', '使用者停止', 'by the user'],
  operator: ['操作员停止', '操作員停止', 'by an operator'],
  amountReached: ['达到设定金额', '達到設定金額', 'amount reached'],
  energyReached: ['达到设定电量', '達到設定電量', 'energy reached'],
  socReached: ['达到设定SOC', '達到設定SOC', 'SOC reached'],
  durationReached: ['达到设定时长', '達到設定時長', 'duration reached'],
  scheduleReached: ['到达设定时间', '到達設定時間', 'scheduled time reached'],
  dayLimit: ['接近24小时上限', '接近24小時上限', 'a session ends before 24 hours'],
  lowBalance: ['余额不足', '餘額不足', 'low balance'],
  gunReserved: ['该枪随后有预约', '該槍隨後有預約', 'the gun is reserved for somebody else'],
  stationSafety: ['站点安全停止', '站點安全停止', 'safety of the station'],
  manualEnd: ['订单已手动结束', '訂單已手動結束', 'ended by hand'],
  lateStart: ['超时后才启动', '逾時後才啟動', 'started after its deadline'],
  contradiction: ['启动失败却有电流', '啟動失敗卻有電流', 'current although the start failed'],
  startAfterEnd: ['结束后又启动', '結束後又啟動', 'started after the end'],
  energyAfterEnd: ['结束后仍有电量', '結束後仍有電量', 'energy after the end'],
  ghost: ['无订单充电', '無訂單充電', 'charging without an order'],
  startRefused: ['启动被拒绝却有电流', '啟動被拒絕卻有電流', 'current although the start was refused'],
};

export const cancelCauseWords: Readonly<Record<CancelCause, Words>> = {
  user: ['用户取消', '使用者取消', 'by the user'],
  operator: ['操作员取消', '操作員取消', 'by an operator'],
  unpaidTimeout: ['超时未支付或未启动', '逾時未支付或未啟動', 'never paid or started in time'],
  reservationExpired: ['预约到期', '預約到期', 'the reservation expired'],
  startNotSent: ['启动指令未能发出', '啟動指令未能發出', 'the start never went out'],
  notPlugged: ['未在规定时间内插枪', '未在規定時間內插槍', 'nothing was plugged in in time'],
  startUnanswered: ['电桩始终未应答启动，枪未充电', '電樁始終未回應啟動，槍未充電', 'the pile never answered the start, and nothing was charged'],
};

export const quietCauseWords: Readonly<Record<'idle' | 'plugged' | 'ended' | 'failed' | 'boot', Words>> = {
  idle: ['枪已拔出', '槍已拔出', 'unplugged'],
  plugged: ['已插枪未充电', '已插槍未充電', 'plugged in, not charging'],
  ended: ['充电结束', '充電結束', 'charging ended'],
  failed: ['充电失败', '充電失敗', 'charging failed'],
  boot: ['电桩重启', '電樁重啟', 'the pile booted'],
};

/** Sentences in flags and device events. */
export const sentenceWords: Readonly<Record<SentenceName, Words>> = {
  energyUnknown: ['电量未知', '電量未知', 'the energy is unknown'],
  meterDisagrees: ['表底差{meterDwh}，电量{energyDwh}', '錶底差{meterDwh}，電量{energyDwh}', 'the meter says {meterDwh}, the energy {energyDwh}'],
  stagesDisagree: ['分时段电量与总电量不符', '分時段電量與總電量不符', 'the energy by stage does not add up'],
  nobodyToBill: ['{totalCents}没有付款方', '{totalCents}沒有付款方', '{totalCents}, and nobody to bill'],
  aboveCap: ['{totalCents}，充电策略上限{capCents}', '{totalCents}，充電策略上限{capCents}', '{totalCents}, the strategy allows {capCents}'],
  amountsDiffer: ['桩计{deviceE4}，平台计{grossCents}', '樁計{deviceE4}，平台計{grossCents}', 'the pile says {deviceE4}, we say {grossCents}'],
  noAnswer: ['没有应答', '沒有回應', 'no answer'],
  lateReply: ['应答太晚', '回應太晚', 'the answer came too late'],
  gunAtRest: ['枪已停止充电', '槍已停止充電', 'the gun is at rest'],
  nextStart: ['枪上已开始下一次充电', '槍上已開始下一次充電', 'the next charge has begun on its gun'],
  pileBooted: ['电桩已重启', '電樁已重啟', 'the pile has booted'],
  pileOffline: ['电桩离线', '電樁離線', 'the pile is offline'],
  gunTaken: ['枪上有另一订单', '槍上有另一訂單', 'another order lives on the gun'],
  otherPile: ['订单属于{cpCode}，由{toldBy}上报', '訂單屬於{cpCode}，由{toldBy}回報', 'it belongs to {cpCode}, and {toldBy} told it'],
  otherGun: [
    '订单在{gunNumber}号枪，上报为{toldGun}号枪',
    '訂單在{gunNumber}號槍，回報為{toldGun}號槍',
    'it is on gun {gunNumber}, and was told of gun {toldGun}',
  ],
  meterBackward: [
    '表底由{startMeterDwh}倒走至{stopMeterDwh}',
    '錶底由{startMeterDwh}倒走至{stopMeterDwh}',
    'the meter runs backward from {startMeterDwh} to {stopMeterDwh}',
  ],
  energyUndeliverable: ['{energyDwh}超出设备能力', '{energyDwh}超出設備能力', '{energyDwh} is more than the pile can deliver in that time'],
  stopBeforeStart: [
    '{stopAtMs}结束，早于{startAtMs}开始',
    '{stopAtMs}結束，早於{startAtMs}開始',
    'it ends at {stopAtMs}, before its start at {startAtMs}',
  ],
  slotsDisagree: ['分时电量与总电量不符', '分時電量與總電量不符', 'the half hours do not add up to the energy'],
  valueInvalid: ['有无法读取的数值', '有無法讀取的數值', 'a value cannot be read'],
  unknownRecords: [
    '一小时内超过{max}条，其余留存于这些订单的结束记录中，电桩已被限速',
    '一小時內超過{max}筆，其餘留存於這些訂單的結束記錄中，電樁已被限速',
    'more than {max} in an hour; the others lie among the end records of these orders, and the pile is slowed',
  ],
  startRefused: ['{idTag}：{obstacle}', '{idTag}：{obstacle}', '{idTag}: {obstacle}'],
  energyTold: ['电量 {energyDwh}', '電量 {energyDwh}', 'at {energyDwh}'],
};

export const logWords = {
  commandDone: ['已完成', '已完成', 'done'],
  commandFailed: ['失败', '失敗', 'failed'],
  commandSent: ['已发出', '已發出', 'sent'],
  commandWaiting: ['待发送', '待發送', 'waiting'],
  accepted: ['接受', '接受', 'accepted'],
  refused: ['拒绝', '拒絕', 'refused'],
  succeeded: ['成功', '成功', 'succeeded'],
  failed: ['失败', '失敗', 'failed'],
  byCommand: ['平台下发指令', '平台下發指令', 'by a command'],
  byAnswer: ['电桩请求，平台应答', '電樁請求，平台回應', "by the answer to the pile's request"],
  askedEnd: ['申请手动结束', '申請手動結束', 'Asked to end by hand'],
  askedSettle: ['申请手动结算', '申請手動結算', 'Asked to settle by hand'],
  agreed: ['复核通过', '複核通過', 'The second person agreed'],
  declined: ['复核驳回', '複核駁回', 'The second person declined'],
  soc: ['SOC {soc}%', 'SOC {soc}%', 'SOC {soc}%'],
  meter: ['表底 {meter} kWh', '錶底 {meter} kWh', 'meter {meter} kWh'],
  energy: ['电量 {energy} kWh', '電量 {energy} kWh', '{energy} kWh'],
  shifted: ['时间校正 {minutes} 分钟', '時間校正 {minutes} 分鐘', 'its times are moved by {minutes} min'],
  total: ['总金额 {amount}', '總金額 {amount}', 'total {amount}'],
  adjusted: ['{amount} 已入账', '{amount} 已入帳', '{amount} booked'],
  adjustDeclined: ['{amount} 不入账', '{amount} 不入帳', '{amount} not booked'],
  until: ['有效至 {time}', '有效至 {time}', 'until {time}'],
  window: ['{from} 至 {until}', '{from} 至 {until}', '{from} to {until}'],
  payBy: ['须在 {time} 前支付', '須在 {time} 前支付', 'to be paid by {time}'],
  promised: ['{from} 起已被预约，充电于 {time} 结束', '{from} 起已被預約，充電於 {time} 結束', 'reserved from {from}; the charge ends at {time}'],
  unknownEvent: ['设备事件', '設備事件', 'Device event'],
} as const satisfies Readonly<Record<string, Words>>;

/** Titles of device events that are neither refusals nor flags. */
export const eventWords: Readonly<Record<string, Words>> = {
  adjustmentDue: ['差额待处理', '差額待處理', 'A difference waits for a decision'],
  startAfterEnd: ['结束后又启动', '結束後又啟動', 'Started after the end'],
  pileStopped: ['电桩自行停止', '電樁自行停止', 'The pile stopped by itself'],
  unknownReply: ['未知指令应答', '未知指令回應', 'Answer to an unknown command'],
  startRefused: ['启动被拒绝', '啟動被拒絕', 'A start was refused'],
  emptyRecord: ['空账单', '空帳單', 'An empty record'],
  pileFault: ['电桩故障', '電樁故障', 'Pile fault'],
  pileFaultCleared: ['电桩故障恢复', '電樁故障恢復', 'Pile fault cleared'],
  gunFault: ['枪故障', '槍故障', 'Gun fault'],
  gunFaultCleared: ['枪故障恢复', '槍故障恢復', 'Gun fault cleared'],
};
