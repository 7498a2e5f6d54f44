import { codeTable } from '#kit/fields/codes.ts';
import type { CodeItem } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';

const bad = (value: number, ...words: Words): CodeItem => ({ value, words, tone: 'bad' });

/** What a pile is answered when it asks to start: section 8. */
export const requestStartResult = codeTable({
  dictCode: 'request_start_result',
  title: ['请求启动结果', '請求啟動結果', 'Request-start result'],
  items: {
    success: { value: 0, words: ['成功', '成功', 'Success'], tone: 'good' },
    notRecorded: bad(1, '账户未登记', '帳戶未登記', 'Account not recorded'),
    insufficient: bad(2, '余额不足', '餘額不足', 'Insufficient balance'),
    lockedByErrors: bad(3, '账户已锁定', '帳戶已鎖定', 'Locked'),
    wrongPassword: bad(4, '密码错误', '密碼錯誤', 'Wrong password'),
    disabled: bad(5, '已停用', '已停用', 'Disabled'),
    reserved: bad(6, '已被预约', '已被預約', 'Reserved'),
    locked: bad(7, '账户已冻结', '帳戶已凍結', 'Frozen'),
    charging: bad(8, '正在充电', '正在充電', 'Charging'),
    upgrading: bad(9, '正在升级', '正在升級', 'Upgrading'),
    offline: bad(10, '电桩离线', '電樁離線', 'Offline'),
    fault: bad(11, '设备故障', '設備故障', 'Fault'),
    notPlugged: bad(12, '未插枪', '未插槍', 'Gun not plugged in'),
    notCreated: bad(13, '创建订单失败', '建立訂單失敗', 'Order creation failed'),
    noPile: bad(14, '电桩不存在', '電樁不存在', 'Pile does not exist'),
    other: bad(153, '其他原因', '其他原因', 'Other'),
  },
});
