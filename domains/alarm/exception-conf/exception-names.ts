import {
  commandFailureCode,
  driverReportCode,
  exceptionType,
  integrityCode,
  ONLY_CODE,
  PARAMETER_CODE,
  powerCode,
  securityCode,
  platformCode,
} from '#engines/alarm/codes.ts';
import { isFailedStart } from '#engines/protocol/codes.ts';
import { isFaultStop } from '#engines/protocol/stop-reasons.ts';
import { gunFault, pileFault, stopReason } from '#domains/network/resources.ts';
import { commandName, parameterNo, startResult } from '#domains/device/resources.ts';
import { codeTable, itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import { exceptionType as exceptionTypeTable } from './exception-conf.ts';
import type { Words } from '#kit/fields/words.ts';

/** The codes whose words other nouns own. */
const tables: Readonly<Record<number, CodeTable>> = {
  [exceptionType.pileFault]: pileFault,
  [exceptionType.gunFault]: gunFault,
  [exceptionType.startFailure]: startResult,
  [exceptionType.faultStop]: stopReason,
};

const failed = ([zhCn, zhTw, enUs]: Words): Words => [`${zhCn}失败`, `${zhTw}失敗`, `${enUs}: failed`];
const failedCommands: Readonly<Record<number, Words>> = Object.fromEntries([
  ...Object.entries(commandFailureCode).flatMap(([cmd, code]) => {
    const item = itemOf(commandName, cmd);
    return item ? [[code, failed(item.words)] as const] : [];
  }),
  ...Object.values(parameterNo.items).map(
    ({ value, words: [zhCn, zhTw, enUs] }) =>
      [PARAMETER_CODE + value, failed([`设置参数“${zhCn}”`, `設定參數「${zhTw}」`, `Set parameter “${enUs}”`])] as const,
  ),
]);

const ownWords: Readonly<Record<number, Readonly<Record<number, Words>>>> = {
  [exceptionType.command]: failedCommands,
  [exceptionType.offline]: { [ONLY_CODE]: ['电桩离线', '電樁離線', 'Pile offline'] },
  [exceptionType.integrity]: {
    [integrityCode.refusedStart]: ['电桩上报的启动被拒绝', '電樁回報的啟動被拒絕', 'A start that the pile reported was refused'],
    [integrityCode.ghost]: ['无订单充电', '無訂單充電', 'Charging without an order'],
    [integrityCode.refusedRecord]: ['结束记录被拒绝', '結束記錄被拒絕', 'An end record was refused'],
    [integrityCode.adjustmentDue]: ['订单待调整', '訂單待調整', 'An order needs an adjustment'],
    [integrityCode.stoppedByOther]: ['由他人停止充电', '由他人停止充電', 'A charge was stopped by somebody else'],
    [integrityCode.flaggedOrder]: ['订单待人工核对', '訂單待人工核對', 'An order waits for a person'],
    [integrityCode.endMissing]: ['缺少结束记录', '缺少結束記錄', 'An end record is missing'],
    [integrityCode.lowCustomer]: ['客户余额低于预警值', '客戶餘額低於預警值', 'Balance of a customer below its mark'],
    [integrityCode.lowCard]: ['卡余额低于预警值', '卡餘額低於預警值', 'Balance of a card below its mark'],
    [integrityCode.lowCar]: ['车辆余额低于预警值', '車輛餘額低於預警值', 'Balance of a car below its mark'],
    [integrityCode.paymentDiffers]: ['支付信息与预付订单不符', '支付資訊與預付訂單不符', 'A payment is not what was asked for'],
    [integrityCode.refundStuck]: ['退款需人工处理', '退款需人工處理', 'A refund waits for a person'],
    [integrityCode.billDiffers]: ['支付对账有差异', '支付對帳有差異', 'Our books and a provider’s bill differ'],
    [integrityCode.billMissing]: ['未取得支付渠道账单', '未取得支付通路帳單', 'The bill of a provider does not come'],
    [integrityCode.moneyHeld]: ['预付款超过一天未结算', '預付款超過一天未結算', 'A prepayment is held for more than a day'],
  },
  [exceptionType.power]: {
    [powerCode.limitPassed]: ['站点功率可能超限', '站點功率可能超限', 'A site may be above its power limit'],
    [powerCode.disobeys]: ['未执行功率限值', '未執行功率限值', 'A gun does not obey its power limit'],
    [powerCode.unproven]: ['功率限值未确认', '功率限值未確認', 'A gun does not confirm its power limit'],
    [powerCode.byOfflineLimit]: ['失去通信，按离线功率充电', '失去通訊，按離線功率充電', 'Charging unheard, by the offline limit'],
  },
  [exceptionType.platform]: {
    [platformCode.deadDelivery]: ['告警无法送达', '告警無法送達', 'Warnings do not reach an account'],
    [platformCode.webhookDown]: ['合作方推送地址无响应', '合作方推送位址無回應', 'A partner’s webhook does not work'],
    [platformCode.webhookGivenUp]: ['合作方推送已放弃', '合作方推送已放棄', 'Messages to a partner were given up'],
  },
  [exceptionType.driverReport]: {
    [driverReportCode.plug]: ['充电枪有问题', '充電槍有問題', 'Something is wrong with a plug'],
    [driverReportCode.screen]: ['屏幕有问题', '螢幕有問題', 'Something is wrong with a screen'],
    [driverReportCode.cable]: ['线缆有问题', '線纜有問題', 'Something is wrong with a cable'],
    [driverReportCode.price]: ['价格与告知不符', '價格與告知不符', 'A price is not as it was told'],
    [driverReportCode.blocked]: ['车位被占', '車位被占', 'A bay is blocked'],
    [driverReportCode.other]: ['其他问题', '其他問題', 'Something else'],
  },
  [exceptionType.security]: {
    [securityCode.wrongSecret]: ['登录密钥错误', '登入金鑰錯誤', 'Wrong secret at login'],
    [securityCode.duplicateIdentity]: ['同一身份重复连接', '同一身分重複連線', 'One identity connected twice'],
    [securityCode.downgrade]: ['未加密的连接被拒绝', '未加密的連線被拒絕', 'An unencrypted connection was refused'],
    [securityCode.loginReplayed]: ['登录报文被重放', '登入報文被重送', 'A login was replayed'],
    [securityCode.fakeCode]: ['车主反馈二维码可疑', '車主回報二維碼可疑', 'A driver suspects the code on a pile'],
    [securityCode.otpBudget]: ['车主验证码已达每小时上限', '車主驗證碼已達每小時上限', 'Codes for drivers have reached the limit of the hour'],
    [securityCode.otpUnused]: ['车主验证码多数未使用', '車主驗證碼多數未使用', 'Most codes for drivers are not used'],
    [securityCode.criticalEvent]: ['电桩上报的关键安全事件', '電樁回報的關鍵安全事件', 'A critical security event that a pile reported'],
  },
};

/** What an exception is called. A code that nobody has named is shown with its number. */
export const exceptionName = (type: number, code: number): Words => {
  const table = tables[type];
  return (table ? itemOf(table, code)?.words : ownWords[type]?.[code]) ?? [`未知(${code})`, `未知(${code})`, `Unknown (${code})`];
};

/** Every named code of each kind. */
export const namedExceptions = (): readonly { readonly type: number; readonly code: number }[] => [
  ...Object.entries(tables).flatMap(([type, { items }]) =>
    Object.values(items).flatMap(({ value }) => (isException(Number(type), Number(value)) ? [{ type: Number(type), code: Number(value) }] : [])),
  ),
  ...Object.entries(ownWords).flatMap(([type, words]) => Object.keys(words).map((code) => ({ type: Number(type), code: Number(code) }))),
];

/** Starts and stops have codes that are no exception: a success, or a stop that somebody wanted. */
export const isException = (type: number, code: number): boolean => {
  switch (type) {
    case exceptionType.startFailure:
      return isFailedStart(code);
    case exceptionType.faultStop:
      return isFaultStop(code);
    default:
      return code !== 0;
  }
};

/** Kind and code as one number, for the words of reports. */
export const exceptionKeyOf = (type: number, code: number): number => type * KEY_OF_TYPE + code;
export const KEY_OF_TYPE = 100_000;
/** Stands for every code of a kind that nobody has named. */
export const UNNAMED_CODE = 99_999;

/** Every named exception by its key, and one entry for the other codes of each kind. */
export const exceptionNameTable = codeTable({
  dictCode: 'exception_name',
  title: ['异常名称', '異常名稱', 'Name of an exception'],
  items: Object.fromEntries([
    ...namedExceptions().map(
      ({ type, code }) => [`t${type}c${code}`, { value: exceptionKeyOf(type, code), words: exceptionName(type, code) }] as const,
    ),
    ...Object.values(exceptionTypeTable.items).map(
      ({ value, words: [zhCn, zhTw, enUs] }) =>
        [
          `t${value}other`,
          { value: exceptionKeyOf(value, UNNAMED_CODE), words: [`${zhCn}：未知代码`, `${zhTw}：未知代碼`, `${enUs}: unknown code`] satisfies Words },
        ] as const,
    ),
  ]),
});
