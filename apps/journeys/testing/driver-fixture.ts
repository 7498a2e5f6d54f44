import type { Page } from 'playwright-core';
import { payQrApi } from '#domains/device/resources.ts';
import { payConfApi } from '#domains/money/resources.ts';
import type { StandInProgram } from './stand-in.ts';
import type { TestNetwork } from './test-network.ts';

/** The tenant takes payments by the WeChat Pay of the stand-in. */
export const addWeChatAccount = async (standIn: StandInProgram, { tenant, tenantId }: TestNetwork): Promise<void> => {
  const { mchId, apiV3Key, kind: _kind, ...account } = (await standIn.merchants()).wechat;
  const { payConfId } = await tenant.ok(payConfApi.add, {
    tenantId,
    confName: 'Journey WeChat',
    payType: 2,
    merchantNo: mchId,
    apiKey: apiV3Key,
    ...account,
  });
  await tenant.ok(payConfApi.prove, { payConfId });
  await tenant.ok(payConfApi.changeState, { entityId: payConfId, setState: 1 });
};

/** The path that the code on the first gun of a pile opens. */
export const pathBehindCode = async ({ tenant }: TestNetwork, cpCode: string): Promise<string> => {
  await tenant.ok(payQrApi.setPayQrCode, { cpCodes: cpCode, payQrCode: 'https://pay.example/q/{ref}{check}/{gunNumber}' });
  const [labelled] = await tenant.ok(payQrApi.payQrCodes, { cpCodes: cpCode });
  return new URL(String(labelled?.payQrCode).replace('{gunNumber}', '1')).pathname;
};

/** The browser of a phone, to which payments by another phone's scan are not offered. */
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** In sunlight, the smallest contrast is that of AAA; a finger in a glove wants 48 px. */
export const CONTRAST = ['color-contrast-enhanced'];
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, label:has(input)')]
      .filter((each) => each.checkVisibility() && Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height) < 48)
      .map((each) => each.outerHTML.slice(0, 120)),
  );
export const sidewaysPx = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
