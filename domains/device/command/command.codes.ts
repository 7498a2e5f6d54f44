import { codeTable } from '#kit/fields/codes.ts';

/** Commands that the platform sends to piles, by their internal names. */
export const commandName = codeTable({
  dictCode: 'device_command',
  title: ['平台指令', '平台指令', 'Platform command'],
  items: {
    start: { value: 'start', words: ['启动充电', '啟動充電', 'Start charging'] },
    stop: { value: 'stop', words: ['停止充电', '停止充電', 'Stop charging'] },
    setParameter: { value: 'setParameter', words: ['设置参数', '設定參數', 'Set a parameter'] },
    readParameters: { value: 'readParameters', words: ['读取参数', '讀取參數', 'Read parameters'] },
    recallOrder: { value: 'recallOrder', words: ['召回订单', '召回訂單', 'Recall orders'] },
    setRateRule: { value: 'setRateRule', words: ['下发费率', '下發費率', 'Send rates'] },
    setWhiteList: { value: 'setWhiteList', words: ['下发白名单', '下發白名單', 'Send the white list'] },
    readWhiteList: { value: 'readWhiteList', words: ['读取白名单', '讀取白名單', 'Read the white list'] },
    readListLimits: { value: 'readListLimits', words: ['读取名单上限', '讀取名單上限', 'Read the limits of the card list'] },
    readLocalList: { value: 'readLocalList', words: ['读取卡名单版本', '讀取卡名單版本', 'Read the version of the card list'] },
    sendLocalList: { value: 'sendLocalList', words: ['下发卡名单', '下發卡名單', 'Send the card list'] },
    setPayQrCode: { value: 'setPayQrCode', words: ['下发支付二维码', '下發支付二維碼', 'Send the payment QR code'] },
    fetchLog: { value: 'fetchLog', words: ['提取日志', '提取日誌', 'Fetch the log'] },
    reserve: { value: 'reserve', words: ['预约', '預約', 'Reserve'] },
    cancelReservation: { value: 'cancelReservation', words: ['取消预约', '取消預約', 'Cancel a reservation'] },
    queryStatus: { value: 'queryStatus', words: ['查询状态', '查詢狀態', 'Ask for the state'] },
    restart: { value: 'restart', words: ['重启', '重啟', 'Restart'] },
    unlock: { value: 'unlock', words: ['解锁枪', '解鎖槍', 'Unlock the cable'] },
    clearCache: { value: 'clearCache', words: ['清除卡缓存', '清除卡快取', 'Forget cached cards'] },
    endSession: { value: 'endSession', words: ['断开连接', '斷開連線', 'End the connection'] },
    readKey: { value: 'readKey', words: ['读取配置项', '讀取配置項', 'Read a configuration key'] },
    trigger: { value: 'trigger', words: ['请求上报', '請求回報', 'Ask for a message'] },
    extendedTrigger: { value: 'extendedTrigger', words: ['请求上报（安全扩展）', '請求回報（安全擴充）', 'Ask for a message (security extension)'] },
    transferData: { value: 'transferData', words: ['厂商数据', '廠商資料', 'Vendor data'] },
    setKey: { value: 'setKey', words: ['设置配置项', '設定配置項', 'Set a configuration key'] },
  },
});
