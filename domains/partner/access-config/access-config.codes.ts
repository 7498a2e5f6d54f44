import { codeTable } from '#kit/fields/codes.ts';

/** How a partner's calls are protected beside TLS. */
export const accessAuthType = codeTable({
  dictCode: 'access_auth_type',
  title: ['授权方式', '授權方式', 'Way of authorization'],
  items: {
    signed: { value: 1, words: ['签名', '簽章', 'Signed'] },
    encrypted: { value: 2, words: ['签名并加密', '簽章並加密', 'Signed and encrypted'] },
  },
});

/** Which calls of the open API an account may make. */
export const accessRight = codeTable({
  dictCode: 'access_right',
  title: ['接口权限', '介面權限', 'Right of an account'],
  items: {
    sites: { value: 1, words: ['站点与枪', '站點與槍', 'Stations and guns'] },
    prices: { value: 2, words: ['价格', '價格', 'Prices'] },
    charges: { value: 3, words: ['启停充电', '啟停充電', 'Start and stop charges'] },
    orders: { value: 4, words: ['订单', '訂單', 'Orders'] },
  },
});
