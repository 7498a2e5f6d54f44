import { expect, test } from 'vitest';
import { browserFamily } from './browser-family.rules.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`;
const phone = `Mozilla/5.0 (Linux; Android 10; K) ${webkit}`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['chrome', `${windows} Chrome/140.0.0.0 Safari/537.36`],
  ['chrome', `${windows} Chrome/96.0.4664.110 Safari/537.36`],
  ['chrome', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/141.0.0.0 Safari/537.36`],
  ['chrome', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`],
  ['chrome mobile', `${phone} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ['chrome mobile', `Mozilla/5.0 (Linux; Android 13; SM-X706B) ${webkit} Chrome/139.0.0.0 Safari/537.36`],
  ['chrome mobile', `${iphone} CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1`],
  ['edge', `${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ['edge', `${windows} Chrome/70.0.3538.102 Safari/537.36 Edge/18.19582`],
  ['edge mobile', `${phone} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`],
  ['edge mobile', `${iphone} Version/18.0 EdgiOS/140.0.3485.71 Mobile/15E148 Safari/605.1.15`],
  ['firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
  ['firefox mobile', 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'],
  ['firefox mobile', `${iphone} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`],
  ['safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'],
  ['safari mobile', `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`],
  [
    'safari mobile',
    'Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  ],
  ['other', `${windows} Chrome/139.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  ['other mobile', `${phone} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['other mobile', `${iphone} Mobile/15E148 MicroMessenger/8.0.62(0x18003e2c) NetType/WIFI Language/zh_CN`],
  ['other', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['other', 'curl/8.5.0'],
  ['other', 'node'],
  ['other', 'python-requests/2.32.3'],
  ['none', ''],
  ['none', '  '],
])('%s: %s', (family, userAgent) => {
  expect(browserFamily(userAgent)).toBe(family);
});

test('what a session remembers of an endless user agent is what it is compared with', () => {
  const endless = `${'x'.repeat(400)} Firefox/143.0`;
  expect(browserFamily(endless)).toBe(browserFamily(endless.slice(0, 300)));
});
