import type { DriverPayWay } from '#domains/driver/resources.ts';
import type { PageWord } from '../words/words.ts';

/** Where the page is open; it decides only which ways are offered first. The server checks what the account may do. */
export type Surroundings = 'wechat' | 'alipay' | 'phone' | 'desk';

export const surroundingsOf = (userAgent: string): Surroundings => {
  if (userAgent.includes('MicroMessenger')) return 'wechat';
  if (userAgent.includes('AlipayClient')) return 'alipay';
  return /Mobi|Android|iPhone|iPad/u.test(userAgent) ? 'phone' : 'desk';
};

/**
 * The ways that work here, the likeliest first. WeChat's page for other browsers does not open inside WeChat, and a wallet's page does not open on a
 * desk; there a second phone scans a code. Payment inside WeChat wants the payer's id, which this page does not have.
 */
const ORDER: Readonly<Record<Surroundings, readonly DriverPayWay[]>> = {
  wechat: ['wechat_native', 'stripe', 'alipay_qr'],
  alipay: ['alipay', 'stripe', 'wechat_native'],
  phone: ['wechat_h5', 'alipay', 'stripe'],
  desk: ['wechat_native', 'alipay_qr', 'stripe', 'alipay'],
};

export const waysHere = (offered: readonly DriverPayWay[], surroundings: Surroundings): readonly DriverPayWay[] => {
  const fitting = ORDER[surroundings].filter((way) => offered.includes(way));
  // Better a way that is awkward here than none.
  return fitting.length > 0 ? fitting : offered.filter((way) => way !== 'wechat_jsapi');
};

export const wayWords: Readonly<Record<DriverPayWay, PageWord>> = {
  wechat_jsapi: 'wechat',
  wechat_h5: 'wechat',
  wechat_native: 'wechat',
  alipay: 'alipay',
  alipay_qr: 'alipay',
  stripe: 'stripe',
};

export const isByCode = (way: DriverPayWay): boolean => way === 'wechat_native' || way === 'alipay_qr';
