import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** Codes of the problems that the public API for drivers tells. */
export const driverRefusals = {
  'driver.labelInvalid': ['二维码无效，请勿付款', '二維碼無效，請勿付款', 'This code is not valid. Do not pay'],
  'driver.labelWithdrawn': ['此二维码已作废，请勿付款', '此二維碼已作廢，請勿付款', 'This code was withdrawn. Do not pay'],
  'driver.noVisit': ['访问已结束，请重新扫码', '造訪已結束，請重新掃碼', 'The visit has ended; scan the code again'],
  'driver.foreignOrigin': ['请求来源不符', '請求來源不符', 'The request comes from another site'],
  'driver.keyNeeded': ['缺少 Idempotency-Key', '缺少 Idempotency-Key', 'An Idempotency-Key is needed'],
  'driver.keyReused': ['该 Idempotency-Key 已用于其他内容', '該 Idempotency-Key 已用於其他內容', 'This Idempotency-Key was used with another body'],
  'driver.inProgress': ['正在处理，请稍候', '正在處理，請稍候', 'This press is being worked on'],
  'driver.tooMany': ['操作过于频繁，请稍后再试', '操作過於頻繁，請稍後再試', 'Too many calls; try again later'],
  'driver.orderUnknown': ['没有该订单', '沒有該訂單', 'There is no such order'],
  'driver.gunBusy': ['有人正在使用或付款，请换一把枪', '有人正在使用或付款，請換一把槍', 'Someone is using or paying for it'],
  'driver.gunUnavailable': ['此枪暂停使用', '此槍暫停使用', 'This connector is out of service'],
  'driver.notPlugged': ['请先把枪插进车里，再付款', '請先把槍插進車裡，再付款', 'Plug the cable into your car first'],
  'driver.quoteExpired': ['价格已更新，请重新确认', '價格已更新，請重新確認', 'The prices have changed or the offer has expired'],
  'driver.amountUnknown': ['不能支付此金额', '不能支付此金額', 'This amount is not offered'],
  'driver.wayUnknown': ['此桩不支持该支付方式', '此樁不支援該支付方式', 'This way of paying is not offered here'],
  'driver.orderOpen': ['您已有一个未完成的订单', '您已有一個未完成的訂單', 'You have an order here already'],
  'driver.windowOver': ['付款时间已过，请重新扫码', '付款時間已過，請重新掃碼', 'The time for paying is over; scan the code again'],
  'driver.paymentInDoubt': ['正在确认付款，请不要重复支付', '正在確認付款，請不要重複付款', 'Your payment is being checked. Do not pay again'],
  'driver.alreadyPaid': ['订单已支付', '訂單已支付', 'The order is paid'],
  'driver.notCancellable': ['已付款或已结束，不能取消', '已付款或已結束，不能取消', 'It is paid or over and cannot be cancelled'],
  'driver.notRetryable': ['不能再次启动', '不能再次啟動', 'It cannot be started again'],
  'driver.cannotStart': [
    '枪未插好或暂不可用，请插好后再试',
    '槍未插好或暫不可用，請插好後再試',
    'The connector is not plugged in or not free; plug in and try again',
  ],
  'driver.notCharging': ['没有正在进行的充电', '沒有正在進行的充電', 'No charge is running'],
  'driver.pictureUnknown': ['没有该图片', '沒有該圖片', 'There is no such picture'],
  'driver.noReceipt': ['订单结算后才有收据', '訂單結算後才有收據', 'There is a receipt once the order is settled'],
  'driver.noSender': ['此处不能发送收据', '此處不能傳送收據', 'Receipts cannot be sent this way here'],
  'driver.mailInvalid': ['邮箱地址不正确', '郵箱地址不正確', 'This is no mail address'],
  'driver.noComment': [
    '订单结算后30天内可评论，充电时间过短的除外',
    '訂單結算後30天內可評論，充電時間過短的除外',
    'A comment can be written within 30 days of a settled charge that was not too short',
  ],
  'driver.commentUnknown': ['没有该评论', '沒有該評論', 'There is no such comment'],
  'driver.viewOnly': ['此链接只能查看', '此連結只能查看', 'This link only reads'],
  'driver.linkInvalid': ['链接无效或已过期', '連結無效或已過期', 'The link is not valid or has expired'],
  'driver.reservationUnknown': ['没有该预约', '沒有該預約', 'There is no such reservation'],
  'driver.otherGun': ['您预约的是另一把枪', '您預約的是另一把槍', 'You have reserved another connector'],
  'driver.noPhone': ['请先用手机号登录', '請先用手機號碼登入', 'Sign in with your phone number first'],
  'driver.phoneInvalid': ['手机号码不正确', '手機號碼不正確', 'This is no mobile number'],
  'driver.phoneCountry': ['不支持该国家或地区的号码', '不支援該國家或地區的號碼', 'Numbers of this country are not accepted here'],
  'driver.walletShort': ['钱包余额不足，请先充值', '錢包餘額不足，請先儲值', 'The wallet has less than this; recharge it first'],
  'driver.chargingAlready': ['您已有正在进行的充电', '您已有正在進行的充電', 'You have a charge running already'],
  'driver.notStarted': ['暂时不能开始充电', '暫時不能開始充電', 'The charge cannot begin now'],
  'driver.rechargeUnknown': ['没有该充值', '沒有該儲值', 'There is no such recharge'],
  'driver.refundTooMuch': ['可退金额不足，请刷新后重试', '可退金額不足，請重新整理後重試', 'Less than this can go back now; look again'],
  'driver.accountClosed': ['该账户已注销，请联系运营商', '該帳戶已註銷，請聯絡營運商', 'This account was closed; ask the operator'],
  'driver.noSms': ['此处未开通短信登录', '此處未開通簡訊登入', 'Signing in by text message is not offered here'],
  'driver.puzzleWrong': ['校验已过期，请重试', '校驗已過期，請重試', 'The check has expired; try again'],
  'driver.codeWrong': ['验证码错误或已失效，请重新获取', '驗證碼錯誤或已失效，請重新取得', 'The code is wrong or has expired; ask for a new one'],
} as const satisfies RefusalTable;

/** The message with a code. */
export const otpWords = {
  subject: ['充电验证码', '充電驗證碼', 'Your charging code'],
  body: [
    '您的充电登录验证码是 {code}，5分钟内有效。请勿告诉他人；工作人员不会索要。',
    '您的充電登入驗證碼是 {code}，5分鐘內有效。請勿告訴他人；工作人員不會索要。',
    '{code} is your code to sign in for charging, good for 5 minutes. Tell it to nobody; our staff never ask for it.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
