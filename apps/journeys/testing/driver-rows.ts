import type { Page } from 'playwright-core';
import { sidewaysPx } from './driver-fixture.ts';

/** What a driver is told, row by row, in simplified Chinese, traditional Chinese and English. `{name}` stands for a figure. */
const rows = {
  1: ['请先把枪插进车里，再付款', '請先把槍插進車裡，再付款', 'Plug the cable into your car first, then pay'],
  2: ['您插的是 {n} 号枪，要改用它吗？', '您插的是 {n} 號槍，要改用它嗎？', 'You plugged in connector {n}. Use that one?'],
  3: [
    '电桩暂时离线，没有扣款。可用：{list}',
    '電樁暫時離線，沒有扣款。可用：{list}',
    'This charger is offline. You were not charged. Free nearby: {list}',
  ],
  4: ['此枪暂停使用（{reason}）', '此槍暫停使用（{reason}）', 'This connector is out of service ({reason})'],
  5: ['有人正在使用或付款，请换一把枪', '有人正在使用或付款，請換一把槍', 'Someone is using or paying for it. Please take another connector'],
  6: ['未付款，订单已取消，没有扣款', '未付款，訂單已取消，沒有扣款', 'Not paid. The order is cancelled and nothing was taken'],
  7: ['正在确认付款，请不要重复支付', '正在確認付款，請不要重複付款', 'Checking your payment. Please do not pay again'],
  8: [
    '付款晚到，订单已关闭，{amount} 将原路退回',
    '付款晚到，訂單已關閉，{amount} 將原路退回',
    'Your payment came too late. {amount} is going back to you',
  ],
  9: ['重复付款的 {amount} 已自动退回', '重複付款的 {amount} 已自動退回', 'You paid twice. {amount} is being returned'],
  10: ['正在启动……车和桩在握手，还需约 {s} 秒', '正在啟動……車和樁在交握，還需約 {s} 秒', 'Starting. Car and charger are talking, about {s} s more'],
  11: [
    '启动失败：{reason}。请拔插后重试，或 {amount} 全额退回',
    '啟動失敗：{reason}。請拔插後重試，或 {amount} 全額退回',
    'Could not start: {reason}. Replug and retry, or take {amount} back',
  ],
  12: [
    '电桩没有应答，正在核实；未充电就全额退回',
    '電樁沒有回應，正在核實；未充電就全額退回',
    'The charger did not answer. We are checking; if nothing flowed you get it all back',
  ],
  13: ['枪已拔出，60 秒内插回可继续', '槍已拔出，60 秒內插回可繼續', 'Unplugged. Plug in within 60 s to go on'],
  14: [
    '电桩失联，数据停在 {time}，充电可能仍在进行',
    '電樁失聯，資料停在 {time}，充電可能仍在進行',
    'No contact with the charger since {time}. It may still be charging',
  ],
  15: [
    '手机没有网络；充电不受影响，也可按桩上的停止键',
    '手機沒有網路；充電不受影響，也可按樁上的停止鍵',
    'Your phone is offline. Charging goes on; you can also stop at the charger',
  ],
  16: ['欢迎回来，您的充电还在继续', '歡迎回來，您的充電還在繼續', 'Welcome back, your car is still charging'],
  17: [
    '已发停止指令，桩还没停。请按红色急停或拨 {tel}',
    '已發停止指令，樁還沒停。請按紅色急停或撥 {tel}',
    'Stop was sent but the charger has not stopped. Use the red button or call {tel}',
  ],
  18: ['已充满（或车辆停止），请拔枪挪车', '已充滿（或車輛停止），請拔槍移車', 'Full, or stopped by the car. Please unplug and move'],
  19: ['已充到预付金额，自动停止', '已充到預付金額，自動停止', 'Your prepaid amount is used up. Stopped'],
  20: ['{time} 起 {price}/度（充电前已告知）', '{time} 起 {price}/度（充電前已告知）', 'From {time}: {price} per kWh, as shown before you started'],
  22: ['正在等待电桩账单，通常 1 分钟内', '正在等待電樁帳單，通常 1 分鐘內', 'Waiting for the charger’s final reading, usually under 1 min'],
  23: [
    '订单需人工核对，{hours} 小时内完成，编号 {no}',
    '訂單需人工核對，{hours} 小時內完成，編號 {no}',
    'We are checking this order by hand, done within {hours} h. Reference {no}',
  ],
  24: [
    '{amount} 已提交原路退款，银行到账 1–3 个工作日',
    '{amount} 已提交原路退款，銀行入帳 1–3 個工作天',
    '{amount} is on its way back, 1–3 bank days',
  ],
  25: [
    '退款未成功，我们会联系处理，您无需操作',
    '退款未成功，我們會聯絡處理，您無需操作',
    'The refund failed on the bank’s side. We are handling it; nothing to do',
  ],
  26: ['没有充电，{amount} 全额退回', '沒有充電，{amount} 全額退回', 'No energy flowed. {amount} returned in full'],
  27: ['二维码无效，请勿付款，并告诉我们', '二維碼無效，請勿付款，並告訴我們', 'This code is not valid. Do not pay, and please tell us'],
} as const;

export type RowNo = keyof typeof rows;
/** Row 21, the fee for staying after the charge, is told nowhere: there is no such fee. */
export const rowNos: readonly number[] = Object.keys(rows).map(Number);
const seen = new Set<number>();
/** The rows that were seen in all languages. */
export const rowsSeen = (): readonly number[] => [...seen].toSorted((a, b) => a - b);
const LANGUAGES = ['简体中文', '繁體中文', 'English'] as const;

/** A figure of a text: as it is, or in each of the three languages; an expression matches what nobody can know. */
export type RowFigure = string | RegExp | readonly [string, string, string];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
const patternOf = (figure: RowFigure | undefined, language: number): string => {
  if (figure === undefined) throw new Error('a text names a figure that the journey does not give');
  if (figure instanceof RegExp) return figure.source;
  return escaped(typeof figure === 'string' ? figure : (figure[language] ?? ''));
};

/** Waits for the text of a row in each of the languages, which it chooses by the links of the page; none is wider than the phone. The page stays English. */
export const seeRow = async (page: Page, no: RowNo, figures: Readonly<Record<string, RowFigure>> = {}): Promise<void> => {
  for (const [language, name] of LANGUAGES.entries()) {
    await page.getByRole('link', { name }).click();
    const words = rows[no][language] ?? '';
    const pattern = words
      .split(/(\{\w+\})/u)
      .map((part) => (part.startsWith('{') ? patternOf(figures[part.slice(1, -1)], language) : escaped(part)))
      .join('');
    await page
      .getByText(new RegExp(pattern, 'u'))
      .first()
      .waitFor()
      .catch(async (cause: unknown) => {
        throw new Error(`row ${no} is not told as “${words}” but:\n${await page.locator('main').innerText()}`, { cause });
      });
    const widerPx = await sidewaysPx(page);
    if (widerPx > 0) throw new Error(`row ${no} is ${widerPx} px wider than the phone in ${name}`);
  }
  seen.add(no);
};

/** An amount as each language writes it. */
export const yuan = (text: string): readonly [string, string, string] => [`${text} 元`, `${text} 元`, `¥${text}`];

/** Loads the texts of each language; of two presses the later counts, also when the texts of the earlier arrive last. */
export const readEachLanguage = async (page: Page): Promise<void> => {
  const choose = (name: string) => page.getByRole('link', { name }).click();
  const shown = (tag: string) => page.locator(`html[lang="${tag}"]`).waitFor();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/zh-tw.labels-*.js', (route) => held.then(() => route.continue()));
  const arrived = page.waitForResponse(/zh-tw\.labels-/u);
  await choose('繁體中文');
  await choose('简体中文');
  await shown('zh-CN');
  release();
  await (await arrived).finished();
  await page.waitForTimeout(SETTLED_MS);
  await shown('zh-CN');
  for (const [name, tag] of [
    ['繁體中文', 'zh-TW'],
    ['English', 'en'],
  ] as const) {
    await choose(name);
    await shown(tag);
  }
};
const SETTLED_MS = 200;
