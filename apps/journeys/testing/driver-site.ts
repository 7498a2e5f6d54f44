import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from './axe.ts';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { addWeChatAccount, CONTRAST, IPHONE, pathBehindCode, sidewaysPx, smallTargets } from './driver-fixture.ts';
import { startSmsReceiver } from './sms-receiver.ts';
import type { SmsReceiver } from './sms-receiver.ts';
import { startStandInProgram } from './stand-in.ts';
import type { StandInProgram } from './stand-in.ts';
import { openTestNetwork } from './test-network.ts';
import type { TestNetwork } from './test-network.ts';
import { openTestSite } from './test-site.ts';
import type { TestSite, Visitor, VisitorOptions } from './test-site.ts';

/** A running product that takes payments by WeChat Pay of a stand-in and sends text messages, with the test network, and one clock for all of it. */
export interface DriverSite {
  readonly site: TestSite;
  readonly network: TestNetwork;
  readonly standIn: StandInProgram;
  readonly sms: SmsReceiver;
  readonly clock: Clock;
  /** A page in the browser of a phone. */
  readonly phone: (more?: VisitorOptions) => Promise<Visitor>;
  /** The page behind the code on the first gun of a pile. */
  readonly urlBehindCode: (cpCode: string) => Promise<string>;
  /** Opens a page behind a code, signs in by a code to the number, and opens the page again. */
  readonly signIn: (page: Page, url: string, number: string) => Promise<void>;
  /** Pays at the cashier to which the page is on its way. */
  readonly pay: (page: Page) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `aheadMs`: how far the clock is ahead of the machine's from the beginning. */
export const openDriverSite = async ({ aheadMs = 0 }: { readonly aheadMs?: number } = {}): Promise<DriverSite> => {
  const clock = createClock();
  const standIn = await startStandInProgram(clock.envOf('payments'));
  const sms = await startSmsReceiver();
  const site = await openTestSite({ PAYMENT_STAND_IN: standIn.origin, ...sms.env, ...clock.envOf('product') });
  await clock.advance(aheadMs);
  const network = await openTestNetwork(site.product);
  await addWeChatAccount(standIn, network);
  return {
    site,
    network,
    standIn,
    sms,
    clock,
    phone: (more = {}) => site.visitor({ viewport: { width: 390, height: 844 }, userAgent: IPHONE, ...more }),
    urlBehindCode: async (cpCode) => `${site.product.url}${await pathBehindCode(network, cpCode)}`,
    signIn: async (page, url, number) => {
      await page.goto(url);
      await page.getByRole('link', { name: 'My charges and wallet' }).click();
      await page.getByLabel('Mobile number').fill(number);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await expect.poll(() => sms.codesTo(number).length).toBe(1);
      await page.getByLabel('Code', { exact: true }).fill(sms.codesTo(number)[0] ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Signed in as').waitFor();
      await page.goto(url);
    },
    pay: async (page) => {
      await page.waitForURL((url) => url.origin === standIn.origin);
      await page.getByRole('button', { name: /^Pay CNY/u }).click();
    },
    close: async () => {
      await site.close();
      sms.stop();
      standIn.stop();
      await clock.close();
    },
  };
};

/** What is wrong with a page as it is: contrast, targets, and what stands beside the window. */
export const faultsOf = async (page: Page) => [
  await axeViolations(page, 'html'),
  await axeViolations(page, 'html', CONTRAST),
  await smallTargets(page),
  await sidewaysPx(page),
];
export const NO_FAULTS = [[], [], [], 0];

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
