import { Button } from 'antd';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { image, readOnly, id, optional, text } from '#kit/fields/field.ts';
import { languages } from '#kit/fields/words.ts';
import { crud } from '#kit/resource/crud.ts';
import { labels } from '#kit/resource/labels.ts';
import { resource } from '#kit/resource/resource.ts';
import { languageStore } from '../language.ts';
import { loadLocale } from '../locale.ts';
import { serveCalls } from '../report/fake-server.fixture.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { fakeUploadServer } from '../upload/fake-upload-server.fixture.ts';
import { FormDrawer } from './form-drawer.tsx';

const car = resource({
  name: 'testedCar',
  path: '/tested/car',
  table: 'tested_car',
  key: 'id',
  title: 'name',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  fields: { id: readOnly(id()), name: text({ max: 60 }), logo: optional(image()) },
});
const said = labels(car, {
  noun: ['车型', '車型', 'Car'],
  fields: { id: ['编号', '編號', 'Id'], name: ['名称', '名稱', 'Name'], logo: ['标志', '標誌', 'Logo'] },
});

const Form = () => {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Button onClick={() => setOpen(true)}>again</Button>
      <FormDrawer of={car} api={crud(car)} labels={said} open={open} onClose={() => setOpen(false)} />
    </>
  );
};

beforeEach(async () => {
  await freshPage(1280, 800);
  await loadLocale('en_US');
});

/** Opens the form of a new car with a picture whose upload ends in the given way. */
const begin = async () => {
  const calls = serveCalls(() => ({}));
  show(<Form />);
  await page.getByLabelText('Name').fill('Fast one');
  await expect.element(page.getByRole('group', { name: 'Pictures' })).toBeVisible();
  const file = new File(['x'], 'logo.png', { type: 'image/png' });
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body, file);
  return () => calls.filter(({ path }) => path === '/tested/car/add').map(({ body }) => body);
};
const save = () => document.querySelector<HTMLButtonElement>('button[type=submit]');

test('a form whose picture is on its way waits for it, says so in three languages, and is sent with it', async () => {
  const sent = fakeUploadServer(() => 'waits');
  const saved = await begin();
  await expect.poll(() => sent.length).toBe(1);
  save()?.click();
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.poll(() => save()?.textContent).toBe(['等待文件上传 40%', '等待檔案上傳 40%', 'Waiting for the upload, 40%'][at]);
  }
  expect(saved()).toEqual([]);
  sent[0]?.finish({ message: 'testedCar/logo.png' });
  await expect.poll(saved).toEqual([{ name: 'Fast one', logo: 'testedCar/logo.png' }]);
});

test('a picture that did not arrive keeps the form from being sent, in three languages, until it is taken out', async () => {
  fakeUploadServer(() => ({ success: false, message: 'No room' }));
  const saved = await begin();
  await expect.element(page.getByRole('alert').filter({ hasText: 'No room' }).first()).toBeVisible();
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.poll(() => save()?.textContent).toBe(['保存', '儲存', 'Save'][at]);
    save()?.click();
    const texts = [
      '“logo.png”未能上传，请重试或移除后再保存',
      '「logo.png」未能上傳，請重試或移除後再儲存',
      '"logo.png" was not uploaded. Try again or take it out, then save',
    ];
    await expect.element(page.getByText(texts[at] ?? '', { exact: true }).first()).toBeInTheDocument();
  }
  expect(saved()).toEqual([]);
  // Toasts may cover the button, so it is clicked through the DOM.
  (page.getByRole('button', { name: 'Delete logo.png' }).element() as HTMLElement).click();
  save()?.click();
  await expect.poll(saved).toEqual([{ name: 'Fast one', logo: null }]);
});

test('a picture that fails while the form waits for it is told, and what was typed stays', async () => {
  const sent = fakeUploadServer(() => 'waits');
  const saved = await begin();
  await expect.poll(() => sent.length).toBe(1);
  save()?.click();
  await expect.poll(() => save()?.textContent).toContain('Waiting');
  sent[0]?.finish({ success: false, message: 'No room' });
  await expect.element(page.getByText(/was not uploaded/u).first()).toBeInTheDocument();
  await expect.poll(() => save()?.textContent).toBe('Save');
  await expect.element(page.getByLabelText('Name')).toHaveValue('Fast one');
  expect(saved()).toEqual([]);
});

test('who leaves while a picture is on its way is asked, and what arrives later sends nothing', async () => {
  const sent = fakeUploadServer(() => 'waits');
  const saved = await begin();
  await expect.poll(() => sent.length).toBe(1);
  save()?.click();
  await expect.poll(() => save()?.textContent).toContain('Waiting');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(save).toBeNull();
  sent[0]?.finish({ message: 'testedCar/logo.png' });
  // Nothing was sent before this submission.
  await page.getByRole('button', { name: 'again' }).click();
  await page.getByLabelText('Name').fill('Next one');
  save()?.click();
  await expect.poll(saved).toEqual([{ name: 'Next one', logo: null }]);
});
