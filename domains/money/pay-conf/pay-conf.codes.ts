import { codeTable } from '#kit/fields/codes.ts';

/** The provider of a payment. The first two have the numbers of the recharge methods. */
export const payType = codeTable({
  dictCode: 'pay_type',
  title: ['支付方式', '支付方式', 'Provider'],
  items: {
    alipay: { value: 1, words: ['支付宝', '支付寶', 'Alipay'] },
    weChat: { value: 2, words: ['微信支付', '微信支付', 'WeChat Pay'] },
    stripe: { value: 3, words: ['Stripe', 'Stripe', 'Stripe'] },
  },
});

export const payConfUse = codeTable({
  dictCode: 'pay_conf_use',
  title: ['是否使用', '是否使用', 'In use'],
  items: {
    notUsed: { value: 0, words: ['未使用', '未使用', 'Not in use'], tone: 'quiet' },
    used: { value: 1, words: ['使用中', '使用中', 'In use'], tone: 'good' },
  },
});
