import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driverCodes } from '#engines/driver/step.ts';
import type { DriverGunView } from '#domains/driver/resources.ts';
import { energyText, moneyText, priceText } from './format.ts';
import { waysHere } from './gun/ways.ts';
import { preferredLanguage } from './language.ts';
import { renderFirstHtml } from './render.tsx';
import type { PageStart } from './rendering.ts';
import { sentenceOf } from './texts.ts';
import { fill } from './words/words.ts';
import { words as enUs } from './words/en-us.labels.ts';
import { words as zhCn } from './words/zh-cn.labels.ts';
import type { PageWord } from './words/zh-cn.labels.ts';
import { words as zhTw } from './words/zh-tw.labels.ts';

const languages = { zh_CN: zhCn, zh_TW: zhTw, en_US: enUs } as const;
const at = (minutes: number): string => new Date(Date.parse('2026-01-05T09:42:00Z') + minutes * 60_000).toISOString();
const price = (energyE5: number, serviceE5: number) => ({ energyE5, serviceE5, otherE5: 0, totalE5: energyE5 + serviceE5, hourE5: 0 });
const view: DriverGunView = {
  station: { name: 'Hongqiao', zone: 'Asia/Shanghai', address: null, tel: '400-820-1234' },
  pile: { no: 'A012', name: 'Fast 12' },
  gun: { no: 2, powerW: 120_000, current: 'DC', use: 'plugged', isPlugged: true, siblings: [] },
  step: 'gun',
  code: null,
  reason: null,
  nearby: [],
  otherGunNo: null,
  price: {
    quoteId: 'q1',
    validUntil: at(10),
    currency: 'CNY',
    digits: 2,
    now: price(65_000, 50_000),
    stages: [
      { from: at(0), to: at(18), ...price(65_000, 50_000) },
      { from: at(18), to: at(258), ...price(105_000, 55_000) },
    ],
    maxTotalE5: 160_000,
  },
  pay: { amountsCents: [3_000, 5_000, 10_000], ways: ['wechat_h5', 'alipay'] },
  reservation: null,
  asOf: at(0),
};
const start: PageStart = {
  language: 'zh_CN',
  host: 'pay.example.com',
  nowMs: Date.parse(at(0)),
  api: '/api',
  page: { kind: 'gun', label: 'x', gunNo: 2, answer: view, code: null },
};

test('each text has the same placeholders in the three languages', () => {
  const placeholders = (text: string): readonly string[] => (text.match(/\{\w+\}/gu) ?? []).toSorted();
  for (const key of Object.keys(zhCn) as PageWord[])
    for (const words of [zhTw, enUs]) expect({ key, of: placeholders(words[key]) }).toEqual({ key, of: placeholders(zhCn[key]) });
});

test('what the server can tell has a sentence in each language, without an empty place when its values are there', () => {
  const values = { amountCents: 5_000, waitedS: 7, at: at(18), reason: 'result:163', gunNo: 3, priceE5: 160_000, refundNo: 'R1', hours: 24 };
  for (const [language, words] of Object.entries(languages) as [keyof typeof languages, typeof enUs][])
    for (const tel of ['110', null])
      for (const code of driverCodes) {
        const facts = { language, currency: 'CNY', digits: 2, zone: 'Asia/Shanghai', tel, orderNo: 'P1' };
        expect(sentenceOf({ code, values }, facts, (word, filled) => fill(words[word], filled ?? {}))).not.toMatch(/[{}]|^$/u);
      }
});

test('the first HTML names gun, state and price in the language of the browser', () => {
  const { html, title } = renderFirstHtml(start);
  expect(title).toBe('A012 · 2');
  for (const words of ['A012', '1.15 元/度', '已插枪', '17:42–18:00', '18:00–22:00', '1.60 元/度', '50.00 元', '400-820-1234', 'pay.example.com'])
    expect(html).toContain(words);
  const english = renderFirstHtml({ ...start, language: 'en_US' }).html;
  for (const words of ['¥1.15 per kWh', 'energy ¥0.65 + service ¥0.50', 'Pay ¥50.00 and start']) expect(english).toContain(words);
  const idle = { ...view, gun: { ...view.gun, use: 'idle' as const, isPlugged: false }, code: 'plugFirst' as const };
  const unplugged = renderFirstHtml({ ...start, language: 'zh_TW', page: { kind: 'gun', label: 'x', gunNo: 2, answer: idle, code: null } }).html;
  expect(unplugged).toContain('請先把槍插進車裡，再付款');
  expect(unplugged).toContain('aria-disabled="true"');
});

test('a gun that cannot be used says why, and where others are free', () => {
  const nearby = [
    { stationName: null, pileNo: 'A013', gunNo: 1, distanceM: 0 },
    { stationName: 'Harbour', pileNo: 'B001', gunNo: 2, distanceM: 1_240 },
  ];
  const shown = (language: PageStart['language'], more: Partial<DriverGunView>) =>
    renderFirstHtml({
      ...start,
      language,
      page: { kind: 'gun', label: 'x', gunNo: 2, answer: { ...view, step: 'problem', nearby, ...more }, code: null },
    }).html;
  expect(shown('zh_CN', { code: 'pileOffline' })).toContain('电桩暂时离线，没有扣款。可用：A013 · 1、Harbour（1.2 公里） B001 · 2');
  expect(shown('zh_CN', { code: 'pileOffline', nearby: [] })).toContain('电桩暂时离线，没有扣款<');
  const out = { gun: { ...view.gun, use: 'outOfService' as const }, code: 'gunOutOfService' as const };
  expect(shown('zh_TW', { ...out, reason: 'upgrading' })).toContain('此槍暫停使用（升級中）');
  expect(shown('en_US', { ...out, reason: 'fault' })).toContain('This connector is out of service (fault)');
  expect(shown('en_US', { ...out, reason: 'fault' })).toContain('Free nearby: A013 · 1, Harbour (1.2 km) B001 · 2');
  expect(shown('en_US', { ...out, reason: 'disabled' })).not.toContain('<form');
});

test('a label that is not valid shows no gun and no price', () => {
  const { html } = renderFirstHtml({ ...start, page: { kind: 'gun', label: 'x', gunNo: 2, answer: null, code: 'driver.labelInvalid' } });
  expect(html).toContain('二维码无效，请勿付款，并告诉我们');
  expect(html).not.toMatch(/A012|元|<form/u);
});

test('prices and amounts are written as the law of their country wants', () => {
  const style = (language: keyof typeof languages, currency: string, digits = 2) => ({ language, currency, digits });
  expect(priceText(115_000, style('zh_CN', 'CNY'))).toBe('1.15 元');
  expect(priceText(115_550, style('en_US', 'CNY'))).toBe('¥1.1555');
  expect(priceText(59_000, style('en_US', 'EUR'))).toBe('€0.59');
  expect(priceText(79_000, style('en_US', 'GBP'))).toBe('79p');
  expect(moneyText(4_729, style('zh_TW', 'CNY'))).toBe('47.29 元');
  expect(moneyText(6_000, style('en_US', 'EUR'))).toBe('€60.00');
  expect(moneyText(500, style('en_US', 'JPY', 0))).toBe('¥500');
  expect(energyText(12_345, 'en_US')).toBe('12.35 kWh');
});

test('the language is the first one that the browser asks for and the page has', () => {
  const wanted = {
    'zh-TW,zh;q=0.9': 'zh_TW',
    'zh-HK': 'zh_TW',
    'zh-Hant-MO': 'zh_TW',
    'zh-CN': 'zh_CN',
    zh: 'zh_CN',
    'de-DE,de;q=0.9': 'en_US',
    '': 'en_US',
  };
  for (const [header, language] of Object.entries(wanted)) expect([header, preferredLanguage(header)]).toEqual([header, language]);
  expect(preferredLanguage('de,zh-CN;q=0.8')).toBe('zh_CN');
});

test('a way of paying is offered wherever the account has one that the page can open', () => {
  const all = ['wechat_h5', 'wechat_native', 'alipay', 'alipay_qr', 'stripe'] as const;
  expect(waysHere([...all, 'wechat_jsapi'], 'wechat')).toEqual(['wechat_native', 'stripe', 'alipay_qr']);
  fc.assert(
    fc.property(fc.subarray([...all], { minLength: 1 }), fc.constantFrom('wechat', 'alipay', 'phone', 'desk'), (offered, surroundings) => {
      const ways = waysHere(offered, surroundings);
      expect(ways.length).toBeGreaterThan(0);
      expect(offered).toEqual(expect.arrayContaining([...ways]));
    }),
  );
});
