import { choice, id } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { endpoint, file } from '#kit/resource/endpoint.ts';

const providerKind = codeTable({
  dictCode: 'payment_provider',
  title: ['支付渠道', '支付通路', 'Payment provider'],
  items: {
    wechat: { value: 'wechat', words: ['微信支付', '微信支付', 'WeChat Pay'] },
    alipay: { value: 'alipay', words: ['支付宝', '支付寶', 'Alipay'] },
    stripe: { value: 'stripe', words: ['Stripe', 'Stripe', 'Stripe'] },
  },
});

export const payNotifyApi = {
  /** What a provider tells about a payment or a refund. It is verified, stored once and answered; what it says is then asked of the provider. */
  notify: endpoint({
    method: 'POST',
    path: '/notify/:provider/:payConfId',
    allow: 'public',
    noTransaction: true,
    unlogged: true,
    upload: 'stream',
    input: { provider: choice(providerKind), payConfId: id() },
    output: file(),
  }),
};
