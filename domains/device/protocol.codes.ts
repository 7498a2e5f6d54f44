import {
  accountResult,
  genericResult as genericResultValues,
  loginResult as loginResultValues,
  recordResult as recordResultValues,
} from '#engines/protocol/codes.ts';
import { deviceAnswer } from '#engines/order/verdict.ts';
import { gunStatusInfo } from '#domains/network/resources.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { requestStartResult } from './start-result.codes.ts';

/** Words of the values in messages between piles and platform. docs/decisions/0066-codes-once.md says which file owns the values. */
export const loginResult = codeTable({
  dictCode: 'cp_login_result',
  title: ['桩登录结果', '樁登入結果', 'Pile login result'],
  items: {
    success: { value: loginResultValues.success, words: ['成功', '成功', 'Success'], tone: 'good' },
    tooFrequent: { value: loginResultValues.tooFrequent, words: ['登录过于频繁', '登入過於頻繁', 'Too frequent'], tone: 'warn' },
    unknownDevice: { value: loginResultValues.unknownDevice, words: ['平台无此设备', '平台無此設備', 'No such device'], tone: 'bad' },
    disabled: { value: loginResultValues.disabled, words: ['桩已禁用', '樁已停用', 'Pile disabled'], tone: 'quiet' },
    gunCountMismatch: { value: loginResultValues.gunCountMismatch, words: ['枪数不符', '槍數不符', 'Gun count differs'], tone: 'bad' },
    pileTypeMismatch: { value: loginResultValues.pileTypeMismatch, words: ['桩类型不符', '樁類型不符', 'Pile type differs'], tone: 'bad' },
  },
});

export const genericResult = codeTable({
  dictCode: 'generic_result',
  title: ['通用结果', '通用結果', 'Result'],
  items: {
    success: { value: genericResultValues.success, words: ['成功', '成功', 'Success'], tone: 'good' },
    failure: { value: genericResultValues.failure, words: ['失败', '失敗', 'Failure'], tone: 'bad' },
  },
});

export const accountQueryResult = codeTable({
  dictCode: 'account_query_result',
  title: ['账户查询结果', '帳戶查詢結果', 'Account query result'],
  items: {
    success: { value: accountResult.success, words: ['成功', '成功', 'Success'], tone: 'good' },
    unknownAccount: { value: accountResult.unknownAccount, words: ['账户未登记', '帳戶未登記', 'Account not recorded'], tone: 'bad' },
    insufficient: { value: accountResult.insufficient, words: ['余额不足', '餘額不足', 'Insufficient balance'], tone: 'warn' },
    lockedByErrors: { value: accountResult.lockedByErrors, words: ['账户已锁定', '帳戶已鎖定', 'Locked after wrong passwords'], tone: 'bad' },
    wrongPassword: { value: accountResult.wrongPassword, words: ['密码错误', '密碼錯誤', 'Wrong password'], tone: 'bad' },
    disabled: { value: accountResult.disabled, words: ['已禁用', '已停用', 'Disabled'], tone: 'quiet' },
    reserved: { value: accountResult.reserved, words: ['已被预约', '已被預約', 'Reserved'], tone: 'warn' },
    locked: { value: accountResult.locked, words: ['已锁定', '已鎖定', 'Locked'], tone: 'bad' },
    charging: { value: accountResult.charging, words: ['正在充电', '正在充電', 'Charging'], tone: 'busy' },
    upgrading: { value: accountResult.upgrading, words: ['正在升级', '正在升級', 'Upgrading'], tone: 'busy' },
    offline: { value: accountResult.offline, words: ['离线', '離線', 'Offline'], tone: 'warn' },
    fault: { value: accountResult.fault, words: ['故障', '故障', 'Fault'], tone: 'bad' },
    other: { value: accountResult.other, words: ['其他', '其他', 'Other'], tone: 'plain' },
  },
});

export const startResultReply = codeTable({
  dictCode: 'start_result_reply',
  title: ['启动结果应答', '啟動結果應答', 'Reply to a start result'],
  items: {
    success: { value: deviceAnswer.done, words: ['成功', '成功', 'Success'], tone: 'good' },
    failure: { value: deviceAnswer.failed, words: ['失败', '失敗', 'Failure'], tone: 'bad' },
    policyError: { value: deviceAnswer.policyError, words: ['计费策略错误', '計費策略錯誤', 'Billing policy error'], tone: 'bad' },
    orderUnknown: { value: deviceAnswer.orderUnknown, words: ['订单不存在', '訂單不存在', 'Order does not exist'], tone: 'bad' },
    orderNumberError: { value: deviceAnswer.orderNumberError, words: ['订单号错误', '訂單號錯誤', 'Order number error'], tone: 'bad' },
    orderStateAbnormal: { value: deviceAnswer.orderStateAbnormal, words: ['订单状态异常', '訂單狀態異常', 'Order status abnormal'], tone: 'bad' },
    unknown: { value: deviceAnswer.unknown, words: ['未知', '未知', 'Unknown'], tone: 'plain' },
  },
});

export const messageType = codeTable({
  dictCode: 'message_type',
  title: ['报文类型', '報文類型', 'Message type'],
  items: {
    login: { value: '0000', words: ['登录', '登入', 'Login'] },
    pileInfo: { value: '0001', words: ['桩信息', '樁資訊', 'Pile info'] },
    gunInfo: { value: '0002', words: ['枪信息', '槍資訊', 'Gun info'] },
    accountQuery: { value: '0003', words: ['账户查询', '帳戶查詢', 'Account query'] },
    requestStart: { value: '0004', words: ['请求启动', '請求啟動', 'Request start'] },
    startResult: { value: '0005', words: ['启动结果', '啟動結果', 'Start result'] },
    parameters: { value: '0006', words: ['设备参数', '設備參數', 'Device parameters'] },
    charging: { value: '0010', words: ['充电信息', '充電資訊', 'Charging info'] },
    bmsHandshake: { value: '0011', words: ['BMS握手', 'BMS握手', 'BMS handshake'] },
    bmsParameter: { value: '0012', words: ['BMS参数', 'BMS參數', 'BMS parameter'] },
    bmsCharging: { value: '0013', words: ['BMS充电', 'BMS充電', 'BMS charging'] },
    bmsEnd: { value: '0014', words: ['BMS结束', 'BMS結束', 'BMS end'] },
    order: { value: '0015', words: ['充电结束订单', '充電結束訂單', 'End-of-charging order'] },
    loginReply: { value: '0100', words: ['登录应答', '登入應答', 'Login reply'] },
    pileInfoReply: { value: '0101', words: ['桩信息应答', '樁資訊應答', 'Pile info reply'] },
    gunInfoReply: { value: '0102', words: ['枪信息应答', '槍資訊應答', 'Gun info reply'] },
    accountQueryReply: { value: '0103', words: ['账户查询应答', '帳戶查詢應答', 'Account query reply'] },
    requestStartReply: { value: '0104', words: ['请求启动应答', '請求啟動應答', 'Request start reply'] },
    startResultReply: { value: '0105', words: ['启动结果应答', '啟動結果應答', 'Start result reply'] },
    parametersReply: { value: '0106', words: ['设备参数应答', '設備參數應答', 'Device parameters reply'] },
    chargingReply: { value: '0110', words: ['充电信息应答', '充電資訊應答', 'Charging info reply'] },
    bmsHandshakeReply: { value: '0111', words: ['BMS握手应答', 'BMS握手應答', 'BMS handshake reply'] },
    bmsParameterReply: { value: '0112', words: ['BMS参数应答', 'BMS參數應答', 'BMS parameter reply'] },
    bmsChargingReply: { value: '0113', words: ['BMS充电应答', 'BMS充電應答', 'BMS charging reply'] },
    bmsEndReply: { value: '0114', words: ['BMS结束应答', 'BMS結束應答', 'BMS end reply'] },
    orderReply: { value: '0115', words: ['充电结束订单应答', '充電結束訂單應答', 'End-of-charging order reply'] },
  },
});

export const chargingMode = codeTable({
  dictCode: 'charging_mode',
  title: ['充电模式', '充電模式', 'Charging mode'],
  items: {
    constantVoltage: { value: 1, words: ['恒压', '恆壓', 'Constant voltage'] },
    constantCurrent: { value: 2, words: ['恒流', '恆流', 'Constant current'] },
  },
});

export const bmsFlag = codeTable({
  dictCode: 'bms_flag',
  title: ['BMS标志', 'BMS標誌', 'BMS flag'],
  items: {
    normal: { value: 0, words: ['正常', '正常', 'Normal'], tone: 'good' },
    high: { value: 1, words: ['过高', '過高', 'High'], tone: 'bad' },
    low: { value: 2, words: ['过低', '過低', 'Low'], tone: 'bad' },
    untrusted: { value: 16, words: ['故障，不可信', '故障，不可信', 'Fault, untrusted'], tone: 'warn' },
  },
});

/** Battery types of GB/T 27930, the Chinese standard for the communication between charger and vehicle. */
export const batteryType = codeTable({
  dictCode: 'battery_type',
  title: ['电池类型', '電池類型', 'Battery type'],
  items: {
    leadAcid: { value: 1, words: ['铅酸', '鉛酸', 'Lead acid'] },
    nickel: { value: 2, words: ['镍氢', '鎳氫', 'Nickel metal hydride'] },
    ironPhosphate: { value: 3, words: ['磷酸铁锂', '磷酸鐵鋰', 'Lithium iron phosphate'] },
    manganese: { value: 4, words: ['锰酸锂', '錳酸鋰', 'Lithium manganese oxide'] },
    cobalt: { value: 5, words: ['钴酸锂', '鈷酸鋰', 'Lithium cobalt oxide'] },
    ternary: { value: 6, words: ['三元锂', '三元鋰', 'Lithium nickel manganese cobalt'] },
    polymer: { value: 7, words: ['聚合物锂', '聚合物鋰', 'Lithium polymer'] },
    titanate: { value: 8, words: ['钛酸锂', '鈦酸鋰', 'Lithium titanate'] },
    unknown: { value: 255, words: ['未知', '未知', 'Unknown'], tone: 'quiet' },
  },
});

export const recordResult = codeTable({
  dictCode: 'record_result',
  title: ['记录应答', '記錄應答', 'Answer to a record'],
  items: {
    stored: { value: recordResultValues.stored, words: ['已保存', '已保存', 'Stored'], tone: 'good' },
    later: { value: recordResultValues.later, words: ['请稍后重发', '請稍後重發', 'Send again later'], tone: 'warn' },
  },
});

export const listAction = codeTable({
  dictCode: 'list_action',
  title: ['名单操作', '名單操作', 'What is done with the list'],
  items: {
    replace: { value: 0, words: ['替换', '替換', 'Replace'] },
    add: { value: 1, words: ['增加', '增加', 'Add'] },
    remove: { value: 2, words: ['删除', '刪除', 'Remove'] },
    report: { value: 3, words: ['读取', '讀取', 'Report'] },
  },
});

export const restartMode = codeTable({
  dictCode: 'restart_mode',
  title: ['重启方式', '重啟方式', 'Kind of restart'],
  items: {
    soft: { value: 0, words: ['软重启', '軟重啟', 'Soft'] },
    hard: { value: 1, words: ['硬重启', '硬重啟', 'Hard'], tone: 'warn' },
  },
});

/** Parameters of a pile, by their numbers. */
export const parameterNo = codeTable({
  dictCode: 'device_parameter',
  title: ['设备参数', '設備參數', 'Device parameter'],
  items: {
    restart: { value: 0, words: ['重启', '重啟', 'Restart'] },
    pileInterval: { value: 1, words: ['桩信息上报间隔', '樁資訊上報間隔', 'Pile report interval'] },
    gunInterval: { value: 2, words: ['枪信息上报间隔', '槍資訊上報間隔', 'Gun report interval'] },
    chargingInterval: { value: 3, words: ['充电信息上报间隔', '充電資訊上報間隔', 'Charging report interval'] },
    bmsHandshakeInterval: { value: 4, words: ['BMS握手上报间隔', 'BMS握手上報間隔', 'BMS handshake interval'] },
    bmsParameterInterval: { value: 5, words: ['BMS参数上报间隔', 'BMS參數上報間隔', 'BMS parameter interval'] },
    bmsChargingInterval: { value: 6, words: ['BMS充电上报间隔', 'BMS充電上報間隔', 'BMS charging interval'] },
    systemTime: { value: 7, words: ['系统时间', '系統時間', 'System time'] },
    serverIp: { value: 8, words: ['服务器IP', '伺服器IP', 'Server IP'] },
    serverPort: { value: 9, words: ['服务器端口', '伺服器連接埠', 'Server port'] },
    serverDomain: { value: 10, words: ['服务器域名', '伺服器網域', 'Server domain'] },
    onlineMaxPower: { value: 11, words: ['在线最大功率', '線上最大功率', 'Online power limit'] },
    offlineMaxPower: { value: 12, words: ['离线最大功率', '離線最大功率', 'Offline power limit'] },
    gunMaxPower: { value: 13, words: ['枪最大功率', '槍最大功率', 'Gun power limit'] },
    payQrCode: { value: 14, words: ['支付二维码', '支付二維碼', 'Payment QR code'] },
    maxSoc: { value: 15, words: ['最大SOC', '最大SOC', 'Highest SOC'] },
    vinOffline: { value: 16, words: ['VIN离线充电', 'VIN離線充電', 'VIN charging offline'] },
    cardOffline: { value: 17, words: ['IC卡离线充电', 'IC卡離線充電', 'Card charging offline'] },
    pileDisable: { value: 18, words: ['桩禁用', '樁停用', 'Disable pile'] },
    gunDisable: { value: 19, words: ['枪禁用', '槍停用', 'Disable gun'] },
    autoStart: { value: 20, words: ['插枪自启动', '插槍自啟動', 'Start when plugged in'] },
    verifyAccount: { value: 21, words: ['校验账户', '校驗帳戶', 'Verify accounts'] },
    minimumAmount: { value: 22, words: ['最低账户金额', '最低帳戶金額', 'Least account amount'] },
  },
});

export const protocolCodes = [
  loginResult,
  genericResult,
  accountQueryResult,
  requestStartResult,
  startResultReply,
  messageType,
  chargingMode,
  bmsFlag,
  batteryType,
  recordResult,
  listAction,
  restartMode,
  parameterNo,
  gunStatusInfo,
];
