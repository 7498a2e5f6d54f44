import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { reservationOrder } from './reservation-order.ts';

export const reservationOrderLabels = labels(reservationOrder, {
  noun: ['预约订单', '預約訂單', 'Reservation'],
  fields: {
    croId: ['预约编号', '預約編號', 'Reservation id'],
    reservationOrderNo: ['预约单号', '預約單號', 'Reservation no.'],
    state: ['状态', '狀態', 'State'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    gunNum: ['枪号', '槍號', 'Gun'],
    mainPartType: ['付款方', '付款方', 'Paid by'],
    mainPartId: ['付款方编号', '付款方編號', 'Payer id'],
    custId: ['客户', '客戶', 'Customer'],
    custName: ['客户名称', '客戶名稱', 'Customer name'],
    userName: ['用户姓名', '使用者姓名', 'User'],
    userMobile: ['用户手机号', '使用者手機號', 'Phone'],
    icCardNo: ['IC卡号', 'IC卡號', 'Card no.'],
    carNum: ['车牌号', '車牌號', 'Number plate'],
    carVin: ['车辆VIN', '車輛VIN', 'VIN'],
    crcId: ['预约配置', '預約設定', 'Reservation terms'],
    details: ['占位费时段', '占位費時段', 'Occupancy fee by time'],
    startTime: ['开始时间', '開始時間', 'From'],
    expireTime: ['到期时间', '到期時間', 'Until'],
    keptTime: ['占位开始时间', '占位開始時間', 'Kept since'],
    toldState: ['电桩状态', '電樁狀態', 'Told to the pile'],
    toldRemark: ['电桩应答', '電樁回應', 'Answer of the pile'],
    endTime: ['结束时间', '結束時間', 'Ended at'],
    occupyMinutes: ['占位时长', '占位時長', 'Time kept'],
    occupyAmount: ['占位费', '占位費', 'Occupancy fee'],
    shortfallAmount: ['欠款', '欠款', 'Owed'],
    currency: ['币种', '幣種', 'Currency'],
    chargingOrderId: ['充电订单编号', '充電訂單編號', 'Order id'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Charging order'],
    orderState: ['订单状态', '訂單狀態', 'Order state'],
    prePayOrderId: ['预付订单', '預付訂單', 'Prepaid order'],
    stationTimezone: ['站点时区', '站點時區', 'Station time zone'],
  },
  actions: { cancel: ['取消预约', '取消預約', 'Cancel the reservation'] },
});

export const reservationInputLabels = {
  startTime: ['开始时间', '開始時間', 'From'],
  minutes: ['预约时长', '預約時長', 'Minutes'],
} as const satisfies Readonly<Record<string, Words>>;

export const reservationRefusals = {
  'reservation.tooLong': ['该电桩最长可预约 {max} 分钟', '該電樁最長可預約 {max} 分鐘', 'A gun of this pile can be kept for {max} minutes at most'],
  'reservation.tooFar': ['最多可提前 {hours} 小时预约', '最多可提前 {hours} 小時預約', 'A reservation can be made {hours} hours ahead at most'],
  'reservation.past': ['开始时间已过', '開始時間已過', 'The time has passed already'],
  'reservation.tooMany': [
    '已有 {live} 个有效预约，达到上限',
    '已有 {live} 個有效預約，達到上限',
    'There are {live} live reservations already, which is the most',
  ],
  'reservation.otherFee': ['占位费已变化，请重新查看', '占位費已變化，請重新查看', 'The fee is another one now; please look again'],
  'reservation.gunBusy': ['充电枪不空闲，不能预约', '充電槍不空閒，不能預約', 'The gun is not free'],
} as const satisfies RefusalTable;

export const reservationWords = {
  cancel: ['取消预约', '取消預約', 'Cancel'],
  cancelIt: ['取消预约', '取消預約', 'Cancel the reservation'],
  keep: ['保留预约', '保留預約', 'Keep it'],
  make: ['新建预约', '新增預約', 'Make a reservation'],
  made: ['预约成功', '預約成功', 'The gun is reserved'],
  pile: ['电桩', '電樁', 'Pile'],
  gun: ['充电枪', '充電槍', 'Gun'],
  gunNo: ['{n}枪', '{n}槍', 'Gun {n}'],
  payer: ['付款方', '付款方', 'Payer'],
  noOffer: ['该电桩不支持预约', '該電樁不支援預約', 'The pile takes no reservations'],
  noTerms: ['该电桩没有启用的预约配置', '該電樁沒有啟用的預約設定', 'The pile follows no enabled reservation terms'],
  atMost: ['占位费最多', '占位費最多', 'The occupancy fee at most'],
  longest: ['最长 {max} 分钟', '最長 {max} 分鐘', '{max} minutes at most'],
  askCancel: [
    '取消预约 {no}？已产生的占位费将照常收取。',
    '取消預約 {no}？已產生的占位費將照常收取。',
    'Cancel reservation {no}? The fee so far is charged.',
  ],
  toldToPile: [
    '预约会下发到OCPP电桩，由电桩拒绝其他卡。电桩离线期间不会得知取消；不支持预约的电桩会接受任何卡（指令列表中显示其答复）。',
    '預約會下發到OCPP電樁，由電樁拒絕其他卡。電樁離線期間不會得知取消；不支援預約的電樁會接受任何卡（指令列表中顯示其回覆）。',
    'The OCPP pile is told and refuses other cards itself. While it is offline it does not learn of a cancellation, and a pile without reservations accepts any card; the list of commands shows its answer.',
  ],
  over: ['预约已结束', '預約已結束', 'The reservation is over'],
} as const satisfies Readonly<Record<string, Words>>;
