import { orderType as orderTypeValues, startSource as startSourceValues, strategyType } from '#engines/order/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/**
 * Texts for the values that piles report about a charging session; engines/order/codes.ts owns the values. They are part of this domain, because
 * the message log shows them and device comes before charging in the import order.
 */
export const orderType = codeTable({
  dictCode: 'order_category',
  title: ['订单类型', '訂單類型', 'Order type'],
  items: {
    online: { value: orderTypeValues.online, words: ['在线订单', '線上訂單', 'Online'] },
    offline: { value: orderTypeValues.offline, words: ['离线订单', '離線訂單', 'Offline'], tone: 'warn' },
    recalled: { value: orderTypeValues.recalled, words: ['召回订单', '召回訂單', 'Recalled'], tone: 'warn' },
    checkCodeException: { value: orderTypeValues.checkCodeException, words: ['校验异常订单', '校驗異常訂單', 'Check-code exception'], tone: 'bad' },
  },
});

export const startSource = codeTable({
  dictCode: 'start_source',
  title: ['启动方式', '啟動方式', 'Started by'],
  items: {
    weChat: { value: startSourceValues.weChat, words: ['微信小程序', '微信小程式', 'WeChat'] },
    alipay: { value: startSourceValues.alipay, words: ['支付宝小程序', '支付寶小程式', 'Alipay'] },
    app: { value: startSourceValues.app, words: ['APP', 'APP', 'App'] },
    platform: { value: startSourceValues.platform, words: ['平台远程', '平台遠端', 'Platform'] },
    thirdParty: { value: startSourceValues.thirdParty, words: ['第三方平台', '第三方平台', 'Third party'] },
    card: { value: startSourceValues.card, words: ['刷卡', '刷卡', 'Card'] },
    account: { value: startSourceValues.account, words: ['账号', '帳號', 'Account'] },
    vin: { value: startSourceValues.vin, words: ['VIN即插即充', 'VIN即插即充', 'VIN'] },
    offlineCard: { value: startSourceValues.offlineCard, words: ['离线刷卡', '離線刷卡', 'Card, offline'], tone: 'warn' },
    offlineVin: { value: startSourceValues.offlineVin, words: ['离线VIN', '離線VIN', 'VIN, offline'], tone: 'warn' },
    offlineOther: { value: startSourceValues.offlineOther, words: ['离线其他', '離線其他', 'Other, offline'], tone: 'warn' },
    manual: { value: startSourceValues.manual, words: ['桩上手动', '樁上手動', 'By hand at the pile'] },
    password: { value: startSourceValues.password, words: ['密码', '密碼', 'Password'] },
    unknown: { value: startSourceValues.unknown, words: ['未知', '未知', 'Unknown'], tone: 'quiet' },
  },
});

export const chargingStrategyType = codeTable({
  dictCode: 'charging_strategy_type',
  title: ['充电策略', '充電策略', 'Charging strategy'],
  items: {
    untilFull: { value: strategyType.untilFull, words: ['自动充满', '自動充滿', 'Until full'] },
    byAmount: { value: strategyType.byAmount, words: ['按金额', '按金額', 'By amount'] },
    byEnergy: { value: strategyType.byEnergy, words: ['按电量', '按電量', 'By energy'] },
    bySoc: { value: strategyType.bySoc, words: ['按SOC', '按SOC', 'By SOC'] },
    byDuration: { value: strategyType.byDuration, words: ['按时长', '按時長', 'By duration'] },
    byTime: { value: strategyType.byTime, words: ['定时结束', '定時結束', 'Until a time'] },
    byVin: { value: strategyType.byVin, words: ['VIN账户余额', 'VIN帳戶餘額', 'VIN, as the balance reaches'] },
    other: { value: strategyType.other, words: ['其他', '其他', 'Other'], tone: 'quiet' },
  },
});
