import type { FlagReason } from '#engines/order/flags.ts';
import type { SoftFlag } from '#engines/order/flags.ts';
import { orderState as orderStateValues, strategyType } from '#engines/order/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** Words of the codes of a charging order; engines/order/codes.ts owns their values. */
export const orderState = codeTable({
  dictCode: 'order_state',
  title: ['订单状态', '訂單狀態', 'Order state'],
  items: {
    initial: { value: orderStateValues.initial, words: ['待启动', '待啟動', 'Not started'], tone: 'quiet' },
    reserving: { value: orderStateValues.reserving, words: ['预约中', '預約中', 'Reserving'], tone: 'warn' },
    starting: { value: orderStateValues.starting, words: ['启动中', '啟動中', 'Starting'], tone: 'busy' },
    charging: { value: orderStateValues.charging, words: ['充电中', '充電中', 'Charging'], tone: 'busy' },
    ended: { value: orderStateValues.ended, words: ['待结算', '待結算', 'Ended'], tone: 'warn' },
    settled: { value: orderStateValues.settled, words: ['已结算', '已結算', 'Settled'], tone: 'good' },
    refunded: { value: orderStateValues.refunded, words: ['已退款', '已退款', 'Refunded'], tone: 'quiet' },
    abnormal: { value: orderStateValues.abnormal, words: ['异常', '異常', 'Abnormal'], tone: 'bad' },
  },
});

/** The unit of a strategy's value; a type that is not listed has no value. */
export const strategyUnits: Readonly<Record<number, string>> = {
  [strategyType.byAmount]: '',
  [strategyType.byEnergy]: 'kWh',
  [strategyType.bySoc]: '%',
  [strategyType.byDuration]: 'min',
};

export const settleMethod = codeTable({
  dictCode: 'settle_method',
  title: ['结算方式', '結算方式', 'Settled'],
  items: {
    automatic: { value: 1, words: ['自动结算', '自動結算', 'Automatically'], tone: 'good' },
    manual: { value: 2, words: ['手动结算', '手動結算', 'By hand'], tone: 'warn' },
  },
});

export const invoicingStatus = codeTable({
  dictCode: 'invoicing_status',
  title: ['开票状态', '開票狀態', 'Invoice'],
  items: {
    none: { value: 0, words: ['未开票', '未開票', 'None'], tone: 'quiet' },
    requested: { value: 1, words: ['开票中', '開票中', 'Requested'], tone: 'busy' },
    issued: { value: 2, words: ['已开票', '已開票', 'Issued'], tone: 'good' },
    reversed: { value: 3, words: ['已红冲', '已沖紅', 'Reversed'], tone: 'warn' },
  },
});

/** Why an order is abnormal. The database stores the engine's own names. */
export const abnormalReason = codeTable({
  dictCode: 'order_abnormal_reason',
  title: ['异常原因', '異常原因', 'Abnormal because'],
  items: {
    contradiction: { value: 'contradiction', words: ['启动失败却有电流', '啟動失敗卻有電流', 'Start failed, yet current flowed'], tone: 'bad' },
    lateStart: { value: 'lateStart', words: ['超时后才启动', '逾時後才啟動', 'Started after its deadline'], tone: 'bad' },
    recordRefused: { value: 'recordRefused', words: ['结束账单不可信', '結束帳單不可信', 'End record not believable'], tone: 'bad' },
    startTimeout: { value: 'startTimeout', words: ['启动超时无应答', '啟動逾時無回應', 'No answer to the start'], tone: 'bad' },
    endMissing: { value: 'endMissing', words: ['缺少结束账单', '缺少結束帳單', 'End record missing'], tone: 'bad' },
    ghost: { value: 'ghost', words: ['无订单充电', '無訂單充電', 'Charging without an order'], tone: 'bad' },
    startRefused: { value: 'startRefused', words: ['启动被拒绝', '啟動被拒絕', 'The start was refused'], tone: 'bad' },
    orphan: { value: 'orphan', words: ['找不到付款方', '找不到付款方', 'Record of nobody known'], tone: 'bad' },
    checkCode: { value: 'checkCode', words: ['账单校验码错误', '帳單校驗碼錯誤', 'Wrong check code'], tone: 'bad' },
    unknownParty: { value: 'unknownParty', words: ['无付款方', '無付款方', 'Nobody to bill'], tone: 'bad' },
    noTariff: { value: 'noTariff', words: ['无费率快照', '無費率快照', 'No tariff'], tone: 'bad' },
    implausible: { value: 'implausible', words: ['电量不合理', '電量不合理', 'Implausible energy'], tone: 'bad' },
    amountDiffers: { value: 'amountDiffers', words: ['桩与平台金额不符', '樁與平台金額不符', 'Pile and platform amounts differ'], tone: 'bad' },
    overCap: { value: 'overCap', words: ['超出策略金额', '超出策略金額', 'Above the strategy amount'], tone: 'bad' },
  } satisfies Readonly<Record<FlagReason, { readonly value: FlagReason; readonly words: Words; readonly tone: 'bad' }>>,
});

/** Remarks about an order that do not prevent its settlement. */
export const softFlagWords: Readonly<Record<SoftFlag, Words>> = {
  clockOff: ['桩时钟偏差', '樁時鐘偏差', "The pile's clock is off"],
  meterGap: ['电表起止不连续', '電錶起止不連續', 'The meter does not go on from the last order'],
  moneyDiffers: ['桩与平台金额略有差异', '樁與平台金額略有差異', 'Pile and platform amounts differ a little'],
  missingStartResult: ['缺少启动结果', '缺少啟動結果', 'The start result is missing'],
  gunDiffers: ['账单枪号与订单不同', '帳單槍號與訂單不同', 'The record names another gun'],
  stopUnconfirmed: ['停止指令未获确认', '停止指令未獲確認', 'The stop is not confirmed'],
  energyAfterEnd: ['结束后仍有电量', '結束後仍有電量', 'Energy after the end'],
  endConflict: ['收到不一致的账单', '收到不一致的帳單', 'Another record says something else'],
  meterImplausible: ['电表读数不合理', '電錶讀數不合理', 'Implausible meter'],
};
