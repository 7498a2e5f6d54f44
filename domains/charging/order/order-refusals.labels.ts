import type { ComparisonCode, MeasureName } from '#engines/order/rules/start-comparison.ts';
import type { StartObstacle } from '#engines/order/rules/start-decision.ts';
import type { OrderRefusal } from '#engines/order/verdict.ts';
import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** The refusals of the order engine in words. Amounts, energies and instants are inserted as formatted texts. */
const engineRefusals = {
  'device.unauthenticated': ['电桩未通过认证', '電樁未通過認證', 'The pile is not authenticated'],
  'device.staleEpoch': ['连接已失效', '連線已失效', 'The connection is no longer the live one'],
  'order.otherPile': ['订单属于另一电桩', '訂單屬於另一電樁', 'The order belongs to another pile'],
  'order.otherGun': ['订单属于另一把枪', '訂單屬於另一把槍', 'The order belongs to another gun'],
  'order.notCommanded': ['订单从未获准启动', '訂單從未獲准啟動', 'The order was never allowed to start'],
  'value.invalid': ['数值无效', '數值無效', 'A value is not valid'],
  'sample.undeliverable': ['电量超出设备能力', '電量超出設備能力', 'More energy than the pile can deliver'],
  'record.slotsDisagree': ['分时电量与总电量不符', '分時電量與總電量不符', 'The half hours do not add up to the energy'],
  'record.undeliverable': ['账单电量超出设备能力', '帳單電量超出設備能力', 'The record has more energy than the pile can deliver'],
  'record.stopBeforeStart': ['账单结束时间早于开始时间', '帳單結束時間早於開始時間', 'The record ends before it starts'],
  'record.meterBackward': ['账单表底倒走', '帳單錶底倒走', "The record's meter runs backward"],
  'record.gunUnknown': ['账单的充电枪不存在', '帳單的充電槍不存在', 'The record names a gun that does not exist'],
  'record.tooMany': [
    '未知订单的账单过多，仅留存，未生成订单',
    '未知訂單的帳單過多，僅留存，未產生訂單',
    'Too many records of unknown orders: kept here, no order was made of it',
  ],
  'command.unknown': ['未知指令', '未知指令', 'The command is unknown'],
  'order.wrongState': ['订单当前状态不能进行此操作', '訂單目前狀態不能進行此操作', 'The order is not in a state for this'],
  'order.alreadyCommanded': ['启动指令已下发，只能停止', '啟動指令已下發，只能停止', 'The start has gone out; only a stop helps now'],
  'order.notLive': ['订单未在充电', '訂單未在充電', 'The order is not charging'],
  'order.notEnded': ['订单尚未结束', '訂單尚未結束', 'The order has not ended'],
  'order.alreadyEnded': ['订单已结束', '訂單已結束', 'The order has ended already'],
  'order.alreadySettled': ['订单已结算', '訂單已結算', 'The order is settled already'],
  'order.partyUnknown': ['订单没有付款方，请先指定', '訂單沒有付款方，請先指定', 'Nobody pays for the order; name the payer first'],
  'order.partyKnown': ['订单已有付款方', '訂單已有付款方', 'The order has a payer already'],
  'order.reasonMissing': ['请填写原因', '請填寫原因', 'Give a reason'],
  'order.secondPersonNeeded': ['金额较大，需要另一位操作员复核', '金額較大，需要另一位操作員複核', 'This amount needs a second operator to confirm'],
  'order.secondPersonSame': ['复核人不能是提交人本人', '複核人不能是提交人本人', 'The second person must be another person'],
  'order.gunCharging': [
    '枪在{heardAtMs}仍报告充电，请先停止充电',
    '槍在{heardAtMs}仍回報充電，請先停止充電',
    'The gun reported charging at {heardAtMs}; stop it first',
  ],
  'order.otherParty': ['订单属于另一用户', '訂單屬於另一使用者', 'The order belongs to somebody else'],
  'order.openRefund': ['订单有退款正在处理', '訂單有退款正在處理', 'A refund of the order is under way'],
  'order.openInvoice': ['订单正在开票', '訂單正在開票', 'An invoice of the order is under way'],
  'order.recordUnknown': ['账单记录不存在', '帳單記錄不存在', 'There is no such end record'],
  'order.noOtherRecord': ['没有另一份账单记录', '沒有另一份帳單記錄', 'There is no other end record'],
  'order.flagNotOpen': ['该异常不存在或已解除', '該異常不存在或已解除', 'This doubt is not open'],
  'order.flagNotClearable': [
    '该异常不能人工解除，须补齐缺少的信息或手动结算',
    '該異常不能人工解除，須補齊缺少的資訊或手動結算',
    'This cannot be cleared; what is missing must come, or settle by hand',
  ],
  'order.adjustmentNotDue': ['没有待处理的调整', '沒有待處理的調整', 'No adjustment is due'],
  'order.adjustmentAgainstCustomer': [
    '应向用户补收{differenceCents}，须由操作员决定并说明原因',
    '應向使用者補收{differenceCents}，須由操作員決定並說明原因',
    'The customer would pay {differenceCents} more; an operator has to decide, and say why',
  ],
  'order.adjustmentForCustomer': [
    '应退还用户{differenceCents}，不能拒绝',
    '應退還使用者{differenceCents}，不能拒絕',
    'The customer is owed {differenceCents}; this cannot be declined',
  ],
  'order.adjustmentUnknown': ['无法按费率计算，不能入账', '無法按費率計算，不能入帳', 'It cannot be computed by the tariff, and so not booked'],
  'start.deadlineTooLong': ['启动时限过长', '啟動時限過長', 'The deadline of the start is too far away'],
  'start.deadlinePast': ['启动时限已过', '啟動時限已過', 'The deadline of the start has passed'],
  'start.alreadySent': ['启动指令已下发', '啟動指令已下發', 'The start has gone out already'],
  'start.staleEpoch': ['电桩已离线或重新连接', '電樁已離線或重新連線', 'The pile is offline or has reconnected'],
  'start.notWanted': ['订单不再需要启动', '訂單不再需要啟動', 'The order no longer wants to start'],
  'start.refused': ['不能启动', '不能啟動', 'The start is refused'],
  'reservation.notOffered': ['该电桩不支持预约', '該電樁不支援預約', 'The pile takes no reservations'],
  'reservation.confDisabled': ['预约配置未启用', '預約設定未啟用', 'The reservation terms are not enabled'],
  'reservation.slotTaken': ['该时段已被预约', '該時段已被預約', 'The time is taken'],
  'reservation.windowInvalid': ['预约时间无效', '預約時間無效', 'The reservation would be over already'],
  'reservation.unpaid': ['预约尚未支付', '預約尚未支付', 'The reservation is not paid yet'],
  'reservation.expired': ['预约已过期', '預約已過期', 'The reservation has expired'],
  'settle.noTariff': ['订单没有费率快照，不能自动结算', '訂單沒有費率快照，不能自動結算', 'The order has no tariff and cannot settle by itself'],
  'settle.unknownParty': ['订单没有付款方，不能自动结算', '訂單沒有付款方，不能自動結算', 'Nobody pays for the order; it cannot settle by itself'],
  'settle.implausible': ['电量不合理', '電量不合理', 'The energy is implausible'],
  'settle.amountDiffers': ['桩与平台金额不符', '樁與平台金額不符', 'Pile and platform amounts differ'],
  'settle.overCap': ['金额超出充电策略', '金額超出充電策略', 'Above the amount of the strategy'],
  'settle.flagged': ['订单异常未解除，不能结算', '訂單異常未解除，不能結算', 'The order is held by a doubt and cannot settle'],
  'amount.negative': ['{field}不能为负数：{cents}', '{field}不能為負數：{cents}', '{field} cannot be negative: {cents}'],
  'amount.totalMismatch': [
    '总金额{totalCents}与四项费用之和{sumCents}不一致',
    '總金額{totalCents}與四項費用之和{sumCents}不一致',
    'The total {totalCents} is not the sum of the four fees {sumCents}',
  ],
  'amount.aboveStrategy': [
    '总金额{totalCents}不能超过充电策略设定的金额{capCents}',
    '總金額{totalCents}不能超過充電策略設定的金額{capCents}',
    'The total {totalCents} cannot exceed the {capCents} set by the charging strategy',
  ],
  'amount.aboveRecomputed': [
    '总金额{totalCents}超过按费率计算金额的110%（{mostCents}），需要另一位操作员复核',
    '總金額{totalCents}超過按費率計算金額的110%（{mostCents}），需要另一位操作員複核',
    'The total {totalCents} is above 110 % of what the tariff gives ({mostCents}); a second operator has to confirm',
  ],
  'refund.notPositive': ['退款金额必须大于零', '退款金額必須大於零', 'A refund must be above zero'],
  'refund.aboveLimit': [
    '退款金额{amountCents}超过可退金额{restCents}',
    '退款金額{amountCents}超過可退金額{restCents}',
    'The refund {amountCents} exceeds what can be given back, {restCents}',
  ],
  'refund.unknown': ['退款记录不存在', '退款記錄不存在', 'There is no such refund'],
  'money.insufficient': ['余额不足，还差{missingCents}', '餘額不足，還差{missingCents}', 'The balance is short of {missingCents}'],
  'strategy.unknown': ['不支持的充电策略', '不支援的充電策略', 'This charging strategy is not supported'],
  'strategy.valueMissing': ['请填写充电策略的值', '請填寫充電策略的值', 'The charging strategy needs its value'],
  'strategy.noCar': ['“VIN账户余额”策略须以车辆为付款方', '「VIN帳戶餘額」策略須以車輛為付款方', 'The strategy “by VIN” needs a car as the payer'],
  'strategy.socOutOfRange': ['目标SOC应为1到100的整数', '目標SOC應為1到100的整數', 'The target SOC is a whole number from 1 to 100'],
} as const satisfies Readonly<Record<OrderRefusal, Words>>;

/** The comparisons of a remote start; both values are named. */
const comparisonRefusals = {
  'start.mismatch': ['{first} {a} 与{second} {b} 不一致', '{first} {a} 與{second} {b} 不一致', '{first} {a} does not match {second} {b}'],
  'start.exceeds': ['{first} {a} 不能超过{second} {b}', '{first} {a} 不能超過{second} {b}', '{first} {a} cannot exceed {second} {b}'],
  'start.notGreater': ['{first} {a} 必须大于{second} {b}', '{first} {a} 必須大於{second} {b}', '{first} {a} must be greater than {second} {b}'],
  'start.below': ['{first} {a} 不能低于{second} {b}', '{first} {a} 不能低於{second} {b}', '{first} {a} cannot be lower than {second} {b}'],
} as const satisfies Readonly<Record<ComparisonCode, Words>>;

/** What prevents a party from starting. */
export const obstacleWords = {
  'pile.unknown': ['电桩不存在', '電樁不存在', 'There is no such pile'],
  'place.closed': ['站点、运营商或租户未启用', '站點、營運商或租戶未啟用', 'The station, its agent or its tenant is out of service'],
  'pile.disabled': ['电桩已停用', '電樁已停用', 'The pile is disabled'],
  'pile.upgrading': ['电桩正在升级', '電樁正在升級', 'The pile is upgrading'],
  'pile.offline': ['电桩离线', '電樁離線', 'The pile is offline'],
  'pile.fault': ['电桩故障', '電樁故障', 'The pile has a fault'],
  'pile.noRatePolicy': ['电桩没有当前有效的费率策略', '電樁沒有目前有效的費率策略', 'The pile has no rate policy that is valid now'],
  'gun.unknown': ['充电枪不存在', '充電槍不存在', 'There is no such gun'],
  'gun.disabled': ['充电枪已停用', '充電槍已停用', 'The gun is out of service'],
  'gun.fault': ['充电枪故障', '充電槍故障', 'The gun has a fault'],
  'gun.reserved': ['充电枪已被预约', '充電槍已被預約', 'The gun is reserved for somebody else'],
  'gun.starting': ['充电枪正在启动', '充電槍正在啟動', 'The gun is starting'],
  'gun.charging': ['充电枪正在充电', '充電槍正在充電', 'The gun is charging'],
  'gun.notPlugged': ['充电枪未插入车辆', '充電槍未插入車輛', 'The gun is not plugged in'],
  'gun.mustReplug': ['请重新插枪后再启动', '請重新插槍後再啟動', 'The gun must be unplugged and plugged in again'],
  'account.unknown': ['账户未登记', '帳戶未登記', 'The account is not recorded'],
  'account.charging': ['该账户正在充电', '該帳戶正在充電', 'The account is charging already'],
  'account.lockedByErrors': ['密码错误次数过多，账户已锁定', '密碼錯誤次數過多，帳戶已鎖定', 'The account is locked after too many wrong passwords'],
  'account.locked': ['账户已冻结', '帳戶已凍結', 'The account is frozen'],
  'account.wrongPassword': ['密码错误', '密碼錯誤', 'The password is wrong'],
  'account.disabled': ['账户已停用', '帳戶已停用', 'The account is disabled'],
  'account.notAdmittedHere': ['该账户不能在此站点或电桩充电', '該帳戶不能在此站點或電樁充電', 'The account may not charge at this station or pile'],
  'account.noCar': [
    '“VIN账户余额”策略须由枪上车辆的账户付款',
    '「VIN帳戶餘額」策略須由槍上車輛的帳戶付款',
    'The strategy “by VIN” needs the account of the car at the gun',
  ],
  'money.owed': ['有欠费未结清，请先充值', '有欠費未結清，請先儲值', 'An earlier bill is unpaid; a recharge pays it'],
  'money.otherCurrency': ['账户币种与电桩币种不同', '帳戶幣別與電樁幣別不同', 'The account has another currency than the pile'],
  'money.insufficient': ['余额不足', '餘額不足', 'The balance is not sufficient'],
} as const satisfies Readonly<Record<StartObstacle, Words>>;

/** The names of compared values inside a sentence. At its beginning the first letter becomes a capital. */
export const measureWords: Readonly<Record<MeasureName, Words>> = {
  gunNumber: ['枪号', '槍號', 'gun number'],
  gunCount: ['枪数', '槍數', 'the number of guns'],
  firstGun: ['首枪枪号', '首槍槍號', 'the first gun'],
  tenantId: ['账户所属租户', '帳戶所屬租戶', "the account's tenant"],
  pileTenantId: ['电桩所属租户', '電樁所屬租戶', "the pile's tenant"],
  currency: ['账户币种', '帳戶幣別', "the account's currency"],
  pileCurrency: ['电桩币种', '電樁幣別', "the pile's currency"],
  vin: ['账户VIN', '帳戶VIN', "the account's VIN"],
  boundVin: ['车辆VIN', '車輛VIN', "the car's VIN"],
  rateRuleNo: ['电桩当前费率', '電樁目前費率', "the pile's rate rule"],
  shownRateRuleNo: ['所见费率', '所見費率', 'the rate rule shown'],
  amountCents: ['设定金额', '設定金額', 'the amount'],
  availableCents: ['可用余额', '可用餘額', 'the available balance'],
  accountMinAmountCents: ['最低启动金额', '最低啟動金額', 'the least amount for a start'],
  energyDwh: ['设定电量', '設定電量', 'the energy'],
  longestEnergyDwh: ['单次最大电量', '單次最大電量', 'the most one session can deliver'],
  targetSoc: ['目标SOC', '目標SOC', 'the target SOC'],
  currentSoc: ['当前SOC', '目前SOC', 'the present SOC'],
  maxSoc: ['允许的最高SOC', '允許的最高SOC', 'the highest SOC allowed'],
  durationMs: ['设定时长', '設定時長', 'the duration'],
  longestDurationMs: ['单次最长时长', '單次最長時長', 'the longest session'],
  untilMs: ['结束时间', '結束時間', 'the end'],
  nowMs: ['当前时间', '目前時間', 'the present time'],
  latestMs: ['最晚结束时间', '最晚結束時間', 'the latest end'],
  nothing: ['零值', '零值', 'nothing:'],
};

/** The names of amounts entered by hand, for refusals. */
export const feeWords: Readonly<Record<string, Words>> = {
  elecCents: ['电费', '電費', 'Electricity'],
  srvCents: ['服务费', '服務費', 'Service'],
  other1Cents: ['其他费用1', '其他費用1', 'Other 1'],
  other2Cents: ['其他费用2', '其他費用2', 'Other 2'],
  totalCents: ['总金额', '總金額', 'The total'],
};

const ownRefusals = {
  'gun.atRest': ['充电枪未在充电', '充電槍未在充電', 'The gun is not charging'],
  'second.open': [
    '{name}已提交，等待另一位操作员复核',
    '{name}已提交，等待另一位操作員複核',
    '{name} has asked already; a second operator has to confirm',
  ],
  'second.none': ['没有待复核的请求', '沒有待複核的請求', 'Nothing waits for a second person'],
  'party.currency': [
    '付款方币种{a}与订单币种{b}不一致',
    '付款方幣別{a}與訂單幣別{b}不一致',
    "The payer's currency {a} is not that of the order, {b}",
  ],
  'party.otherPileType': ['车辆“{name}”不适用此类电桩', '車輛「{name}」不適用此類電樁', 'Car {name} cannot charge at a pile of this type'],
  'party.unusable': ['付款方已停用，不能指定', '付款方已停用，不能指定', 'The payer is disabled and cannot be named'],
  'reservation.otherStrategy': ['预约的订单按预约时的方式充电', '預約的訂單按預約時的方式充電', 'What was reserved charges as it was reserved'],
  'reservation.none': ['订单不在预约中', '訂單不在預約中', 'The order is not a reservation that waits'],
} as const satisfies RefusalTable;

/** All refusals of orders. A refusal of the engine without words does not compile. */
export const orderRefusals = { ...engineRefusals, ...comparisonRefusals, ...ownRefusals } as const satisfies RefusalTable;
