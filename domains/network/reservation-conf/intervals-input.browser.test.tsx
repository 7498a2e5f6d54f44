import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '#kit/web/language.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { IntervalsInput } from './intervals-input.web.tsx';
import { reservationConf } from './reservation-conf.ts';

const first = { startMinute: 0, reservationDuration: 15, occupyFeeUnit: '0.00' };
const second = { startMinute: 15, reservationDuration: 60, occupyFeeUnit: '0.20' };

const Form = () => {
  const [value, setValue] = useState<unknown>([first, second]);
  return (
    <>
      <IntervalsInput field={reservationConf.fields.details} value={value} onChange={setValue} />
      <output data-testid="now">{JSON.stringify(value)}</output>
    </>
  );
};
const expectNow = async (rows: unknown) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(JSON.stringify(rows));
};
const type = async (row: number, key: string, text: string) => {
  document.querySelectorAll<HTMLElement>(`[data-key="${key}"][data-cell]`)[row]?.click();
  await userEvent.keyboard(`{Control>}a{/Control}${text}{Enter}`);
};

test('each interval begins where the one above it ends, whatever is typed, added or taken out', async () => {
  languageStore.set('en_US');
  show(<Form />);
  await expect.element(page.getByRole('grid', { name: 'Occupancy fee by time' })).toBeVisible();
  await type(0, 'reservationDuration', '20');
  await expectNow([
    { ...first, reservationDuration: 20 },
    { ...second, startMinute: 20 },
  ]);
  await page.getByRole('button', { name: /Add$/ }).click();
  await expectNow([
    { ...first, reservationDuration: 20 },
    { ...second, startMinute: 20 },
    { startMinute: 60, reservationDuration: null, occupyFeeUnit: '0.00' },
  ]);
  await type(2, 'reservationDuration', '50');
  await expect.element(page.getByText('It has to lie after the start')).toBeInTheDocument();
  await page.getByRole('checkbox', { name: 'Select row 1' }).click();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectNow([
    { ...second, startMinute: 0 },
    { startMinute: 60, reservationDuration: 50, occupyFeeUnit: '0.00' },
  ]);
});
