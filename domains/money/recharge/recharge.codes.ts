import { codeTable } from '#kit/fields/codes.ts';

/** How a recharge was paid. */
export const payMethod = codeTable({
  dictCode: 'recharge_pay_method',
  title: ['充值方式', '儲值方式', 'Payment method'],
  items: {
    cash: { value: 0, words: ['现金', '現金', 'Cash'] },
    alipay: { value: 1, words: ['支付宝', '支付寶', 'Alipay'] },
    weChat: { value: 2, words: ['微信', '微信', 'WeChat'] },
    creditCard: { value: 3, words: ['信用卡', '信用卡', 'Credit card'] },
  },
});
