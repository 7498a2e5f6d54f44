import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The distance in pixels of the picture by which the piece can be moved. */
const reach = async (page: Page): Promise<number> => Number(await page.getByRole('slider').getAttribute('aria-valuemax'));

/** Finds the gap in the picture: the place where the picture is a darker copy of the piece. */
export const gapOf = (page: Page): Promise<number> =>
  page.locator('.co-slider-picture').evaluate(async (box) => {
    const [picture, piece] = await Promise.all(
      [...box.querySelectorAll('img')].map(async (image) => {
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const pen = canvas.getContext('2d');
        pen?.drawImage(image, 0, 0);
        return pen?.getImageData(0, 0, canvas.width, canvas.height);
      }),
    );
    if (!picture || !piece) return -1;
    const top = Math.round((Number.parseFloat(box.querySelectorAll('img')[1]?.style.top ?? '0') / 100) * picture.height);
    const fits = (left: number): number => {
      let apart = 0;
      for (let y = 0; y < piece.height; y++)
        for (let x = 0; x < piece.width; x++) {
          const at = (y * piece.width + x) * 4;
          if (piece.data[at + 3] !== 255) continue;
          apart += Math.abs((piece.data[at] ?? 0) / 2 - (picture.data[((y + top) * picture.width + x + left) * 4] ?? 0));
        }
      return apart;
    };
    const lefts = Array.from({ length: picture.width - piece.width }, (_none, left) => left);
    return lefts.reduce((best, left) => (fits(left) < fits(best) ? left : best), 0);
  });

const settled = async (page: Page): Promise<void> => page.locator('.co-slider[data-state="ready"]').waitFor();

/** Drags the handle with the mouse until the piece is `off` pixels beside the gap. */
export const slideByMouse = async (page: Page, { off = 0 }: { readonly off?: number } = {}): Promise<void> => {
  await settled(page);
  const part = ((await gapOf(page)) + off) / (await reach(page));
  const handle = await page.getByRole('slider').boundingBox();
  const rail = await page.locator('.co-slider-rail').boundingBox();
  if (!handle || !rail) throw new Error('no slider to drag');
  const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const steps = 20;
  for (let step = 1; step <= steps; step++) {
    await page.mouse.move(from.x + (part * (rail.width - 2 - handle.width) * step) / steps, from.y + (step % 3));
    await page.waitForTimeout(15);
  }
  await page.mouse.up();
};

/** Moves the piece until `done` is visible, by the mouse if nothing else is said. A picture may have a place that looks like the gap; a refusal brings another picture. */
export const slideUntil = async (page: Page, done: Locator, slide: (page: Page) => Promise<void> = slideByMouse): Promise<void> => {
  // Read at once: the picture goes with the slider.
  const shown = (): Promise<string | null> => page.locator('.co-slider-picture img').evaluateAll(([picture]) => picture?.getAttribute('src') ?? null);
  for (let tries = 0; tries < 3; tries += 1) {
    const before = await shown();
    await slide(page);
    await expect.poll(async () => (await done.isVisible()) || (await shown()) !== before).toBe(true);
    // A new picture follows a miss; after a success it may be seen for a moment before the slider goes.
    if ((await shown()) === null || (await isSoon(done))) break;
  }
  await done.waitFor();
};

const isSoon = (done: Locator): Promise<boolean> =>
  done.waitFor({ timeout: 1_500 }).then(
    () => true,
    () => false,
  );

/** Drags the handle by touch; the page must not scroll meanwhile. */
export const slideByTouch = async (page: Page): Promise<void> => {
  await settled(page);
  const part = (await gapOf(page)) / (await reach(page));
  const handle = await page.getByRole('slider').boundingBox();
  const rail = await page.locator('.co-slider-rail').boundingBox();
  if (!handle || !rail) throw new Error('no slider to drag');
  const hand = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', done: number) =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: handle.x + handle.width / 2 + part * (rail.width - 2 - handle.width) * done, y: handle.y + handle.height / 2 + done * 40 }],
    });
  await touch('touchStart', 0);
  const steps = 20;
  for (let step = 1; step <= steps; step++) {
    await touch('touchMove', step / steps);
    await page.waitForTimeout(15);
  }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/** Moves the piece by arrow keys and confirms by Enter. */
export const slideByKeys = async (page: Page): Promise<void> => {
  await settled(page);
  const gap = await gapOf(page);
  const handle = page.getByRole('slider');
  await handle.focus();
  for (let at = 0; at + 20 <= gap; at += 20) await page.keyboard.press('Shift+ArrowRight', { delay: 40 });
  for (let at = gap - (gap % 20); at + 2 <= gap; at += 2) await page.keyboard.press('ArrowRight', { delay: 40 });
  await page.keyboard.press('Enter');
};
