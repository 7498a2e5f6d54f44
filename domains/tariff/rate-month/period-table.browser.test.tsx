import { timeOfSlot } from '#engines/time/slots.ts';
import { useEffect, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '#kit/web/language.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { FeePeriods } from './period-table.web.tsx';
import type { FeePeriodsProps } from './period-table.web.tsx';
import type { Periods } from './periods.rules.ts';

beforeEach(async () => {
  languageStore.set('en_US');
  await page.viewport(1200, 800);
});

const usual: Periods = [
  { startSlot: 0, rateStage: 4, rate: '0.30', rateDiscount: 100 },
  { startSlot: 16, rateStage: 3, rate: '0.70', rateDiscount: 100 },
  { startSlot: 44, rateStage: 4, rate: '', rateDiscount: 100 },
];

/** The page around the table, which stores the periods and undoes steps. */
const Host = ({ tell, ...props }: Partial<FeePeriodsProps> & { readonly tell: (periods: Periods) => void }) => {
  const [steps, setSteps] = useState<readonly Periods[]>([usual]);
  const periods = steps.at(-1) ?? usual;
  useEffect(() => tell(periods), [tell, periods]);
  return (
    <>
      <FeePeriods
        label="Periods"
        periods={periods}
        unit="CNY/kWh"
        locked={false}
        checkNo={0}
        pointedPeriod={undefined}
        onSelect={() => undefined}
        onChange={(update) => setSteps((before) => [...before, update(before.at(-1) ?? usual)])}
        {...props}
      />
      <button type="button" onClick={() => setSteps((before) => before.slice(0, -1))}>
        Back
      </button>
    </>
  );
};

const open = async (props: Partial<FeePeriodsProps> = {}) => {
  const told: { periods: Periods } = { periods: usual };
  const tell = (periods: Periods) => {
    told.periods = periods;
  };
  show(<Host tell={tell} {...props} />);
  await expect.element(page.getByRole('grid', { name: 'Periods' })).toBeVisible();
  return told;
};
const cell = (place: number, key: string) => page.elementLocator(document.querySelector(`[data-cell="${place} ${key}"]`) ?? document.body);
const rows = ({ periods }: { readonly periods: Periods }) => periods.map(({ startSlot, rate }) => `${timeOfSlot(startSlot)} ${rate}`);
const focused = () => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell');

test('prices are typed down the column by keys, and those beside follow', async () => {
  const told = await open();
  await cell(0, 'rate').click();
  await userEvent.keyboard('0.11{Enter}0.22{Enter}0.333333{Enter}');
  await expect.poll(() => rows(told)).toEqual(['00:00 0.11', '08:00 0.22', '22:00 0.333333']);
  await expect.element(cell(0, 'paid')).toHaveTextContent('0.11');
  await expect.element(page.getByText('Price may have 5 decimals at most')).toBeInTheDocument();
  await cell(1, 'rateDiscount').click();
  await userEvent.keyboard('50{Escape}');
  await expect.poll(() => told.periods[1]?.rateDiscount).toBe(100);
});

test('an end moves the border, and the next row begins there', async () => {
  const told = await open();
  await cell(0, 'end').click();
  await userEvent.keyboard('09:30{Enter}');
  await expect.poll(() => rows(told)).toEqual(['00:00 0.30', '09:30 0.70', '22:00 ']);
  await expect.element(cell(1, 'start')).toHaveTextContent('09:30');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(cell(1, 'start')).toHaveTextContent('08:00');
});

test('a row more is a period cut in two, and a row less gives its time to its neighbour', async () => {
  const told = await open();
  await page.getByRole('button', { name: 'Split' }).nth(1).click();
  await expect.poll(() => rows(told)).toEqual(['00:00 0.30', '08:00 0.70', '15:00 0.70', '22:00 ']);
  await page.getByRole('button', { name: 'Delete' }).nth(3).click();
  await expect.poll(() => rows(told)).toEqual(['00:00 0.30', '08:00 0.70', '15:00 0.70']);
  await expect.poll(focused).toBe('2 tools');
  await userEvent.keyboard('{Enter}{ArrowRight}{Enter}');
  await expect.poll(() => rows(told)).toEqual(['00:00 0.30', '08:00 0.70']);
});

test('columns that are pasted fill the rows: prices, stages and ends that divide the day', async () => {
  const told = await open();
  const paste = async (key: string, text: string) => {
    await cell(0, 'start').click();
    await userEvent.keyboard({ end: '{ArrowRight}', rate: '{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}' }[key] ?? '');
    await expect.poll(focused).toBe(`0 ${key}`);
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  };
  await paste('rate', '0.1\t90\n0.2\t80\n0.3\t70\n');
  await expect
    .poll(() => told.periods.map(({ rate, rateDiscount }) => [rate, rateDiscount]))
    .toEqual([
      ['0.1', 90],
      ['0.2', 80],
      ['0.3', 70],
    ]);
  await paste('end', '02:00\n04:00\n24:00\n');
  await expect.poll(() => rows(told)).toEqual(['00:00 0.1', '02:00 0.2', '04:00 0.3']);
  for (const [language, words] of [
    ['en_US', 'Ends must grow from row to row, and the last period ends at 24:00'],
    ['zh_CN', '结束时间须逐行递增，最后一段结束于 24:00'],
    ['zh_TW', '結束時間須逐列遞增，最後一段結束於 24:00'],
  ] as const) {
    languageStore.set(language);
    await paste('end', '06:00\n05:00\n');
    await expect.element(page.getByText(words)).toBeVisible();
  }
  expect(rows(told)).toEqual(['00:00 0.1', '02:00 0.2', '04:00 0.3']);
});

test('a save that finds something goes to it, and a month that is locked is only read', async () => {
  await open({ checkNo: 1 });
  await expect.poll(focused).toBe('2 rate');
  await expect.element(page.getByText('Price is required')).toBeInTheDocument();
});

test('a locked month shows its rows and takes nothing', async () => {
  await open({ locked: true });
  await expect.element(cell(0, 'rate')).toHaveAttribute('aria-readonly', 'true');
  expect(page.getByRole('button', { name: 'Split' }).elements()).toEqual([]);
});
