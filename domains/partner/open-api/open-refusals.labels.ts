import type { RefusalTable } from '#kit/resource/refusal.ts';

/** Codes of the problems that the open API tells partners. */
export const openRefusals = {
  'partner.headers': ['请求头缺失或格式错误', '請求標頭缺失或格式錯誤', 'A header of the authorization is missing or malformed'],
  'partner.unknown': ['授权标识或令牌无效', '授權識別碼或權杖無效', 'The auth id or the access token is not valid'],
  'partner.signature': ['签名不符', '簽章不符', 'The signature does not hold'],
  'partner.clock': ['时间戳与服务器时间相差超过5分钟', '時間戳記與伺服器時間相差超過5分鐘', 'The timestamp is more than five minutes off'],
  'partner.replayed': ['该请求已收到过', '該請求已收到過', 'This request was received before'],
  'partner.address': ['来源地址不在允许范围内', '來源位址不在允許範圍內', 'Calls from this address are not allowed'],
  'partner.disabled': ['账号已停用', '帳號已停用', 'The account is disabled'],
  'partner.expired': ['授权已到期', '授權已到期', 'The account has ended'],
  'partner.tooFast': ['调用过于频繁，每分钟最多{max}次', '呼叫過於頻繁，每分鐘最多{max}次', 'Too many calls; {max} a minute at most'],
  'partner.tooManyRefused': ['被拒绝的调用过多，请稍后再试', '被拒絕的呼叫過多，請稍後再試', 'Too many refused calls; try again later'],
  'partner.right': ['账号没有此接口的权限', '帳號沒有此介面的權限', 'The account may not make this call'],
  'partner.encryption': ['加密内容无法解开', '加密內容無法解開', 'The encrypted body cannot be opened'],
  'partner.stationUnknown': ['没有该站点', '沒有該站點', 'There is no such station'],
  'partner.gunUnknown': ['没有该枪', '沒有該槍', 'There is no such connector'],
  'partner.noPrice': ['该枪没有价格', '該槍沒有價格', 'This connector has no price'],
  'partner.chargeUnknown': ['没有该充电', '沒有該充電', 'There is no such charge'],
  'partner.requestReused': ['该请求编号已用于其他内容', '該請求編號已用於其他內容', 'This requestId was used with other values'],
  'partner.openCharges': ['未结束的充电已达上限{max}个', '未結束的充電已達上限{max}個', '{max} charges are open, which is the limit'],
  'partner.strategy': ['充电策略不正确', '充電策略不正確', 'The strategy or its value is not valid'],
  'partner.notStarted': ['不能开始充电：{reason}', '不能開始充電：{reason}', 'The charge cannot begin: {reason}'],
  'partner.notCharging': ['没有正在进行的充电', '沒有正在進行的充電', 'No charge is running'],
  'partner.period': ['时间范围不正确，最长31天', '時間範圍不正確，最長31天', 'The period is not valid; 31 days at most'],
} as const satisfies RefusalTable;

export type OpenRefusal = keyof typeof openRefusals;
