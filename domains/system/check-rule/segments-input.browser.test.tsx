import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { list } from '#kit/fields/field.ts';
import { languageStore } from '#kit/web/language.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { segment } from './check-rule.ts';
import { SegmentsInput } from './segments-input.web.tsx';

const two = [
  { digits: '2', pattern: '^A', message: 'begins with A' },
  { digits: '*', pattern: '^.{4}$', message: 'four letters' },
];
const Form = ({ first }: { readonly first: unknown }) => {
  const [value, setValue] = useState(first);
  return (
    <>
      <SegmentsInput field={list(segment, { max: 20 })} value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue([two[0]])}>
        from elsewhere
      </button>
      <output data-testid="now">{JSON.stringify(value)}</output>
    </>
  );
};
const expectNow = async (rows: unknown) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(JSON.stringify(rows));
};
const ready = async () => {
  languageStore.set('en_US');
  await expect.element(page.getByRole('grid', { name: 'Segments' })).toBeVisible();
};

test('segments are added, typed and put into another order', async () => {
  show(<Form first={two} />);
  await ready();
  await page.getByRole('button', { name: /Add$/ }).click();
  await expectNow([...two, { digits: '*', pattern: null, message: null }]);
  document.querySelector<HTMLElement>('[data-row]:last-of-type [data-key="pattern"]')?.click();
  await userEvent.keyboard('^x$');
  await page.getByRole('button', { name: 'Move or insert, row 3' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expectNow([two[0], { digits: '*', pattern: '^x$', message: null }, two[1]]);
  await page.getByRole('button', { name: 'Move or insert, row 2' }).click();
  await page.getByRole('menuitem', { name: 'Remove this row' }).click();
  await expectNow(two);
});

test('what is no count of letters is told where it stands', async () => {
  show(<Form first={two} />);
  await ready();
  document.querySelector<HTMLElement>('[data-key="digits"][data-cell]')?.click();
  await userEvent.keyboard('0');
  await expect.element(page.getByText('Letters is * or a number from 1 to 999')).toBeInTheDocument();
});

test('what the form fills in itself is shown', async () => {
  show(<Form first={undefined} />);
  await ready();
  await page.getByRole('button', { name: 'from elsewhere' }).click();
  await expect.element(page.getByRole('gridcell', { name: 'begins with A' })).toBeVisible();
});
