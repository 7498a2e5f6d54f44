import { useState } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#kit/fields/words.ts';
import type { ImportAnswer } from '#kit/resource/crud.ts';
import { languageStore } from '../language.ts';
import { loadLocale } from '../locale.ts';
import { queryClient } from '../calls/query.tsx';
import { axeViolations } from '../testing/axe.fixture.ts';
import { tabTo } from '../testing/keys.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { fakeUploadServer } from '../upload/fake-upload-server.fixture.ts';
import type { UploadOutcome } from '../upload/fake-upload-server.fixture.ts';
import { ImportDialog } from './import-dialog.tsx';

const endpoint = { method: 'POST', path: '/gate/importExcel', allow: 'signedIn', input: {}, output: { form: 'opaque' } } as const;
const MB = 1024 * 1024;
const preview = (goodCount: number, bad: NonNullable<ImportAnswer['preview']>['bad'] = []): UploadOutcome => ({
  message: '',
  result: {
    totalCount: goodCount + bad.length,
    successCount: 0,
    errorCount: 0,
    msg: '',
    preview: {
      files: [{ name: 'gates.xlsx', unread: ['Colour'] }],
      columns: [{ name: 'name', label: 'Name' }],
      goodCount,
      badCount: bad.length,
      bad,
    },
  } satisfies ImportAnswer,
});
const wrong = [{ file: 0, row: 17, cells: { name: '<' }, problems: { name: 'Name has a wrong letter' } }] as const;

const Page = () => {
  const [open, setOpen] = useState(true);
  return open ? (
    <ImportDialog
      endpoint={endpoint}
      template={undefined}
      noun={{ path: '/gate' }}
      title={['门', '門', 'Gates']}
      open
      onClose={() => setOpen(false)}
    />
  ) : (
    <p>The list</p>
  );
};

beforeEach(async () => {
  await loadLocale('en_US');
  languageStore.set('en_US');
});

const dialog = () => page.getByRole('dialog');
const sheet = (name = 'gates.xlsx', bytes = 10) => new File([new Uint8Array(bytes)], name);
const choose = async (...files: readonly File[]) => {
  await expect.element(dialog()).toBeVisible();
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body, [...files]);
};
const press = async (name: string) => {
  const button = dialog().getByRole('button', { name, exact: true }).last();
  await expect.element(button).toBeEnabled();
  await tabTo(button);
  await userEvent.keyboard('{Enter}');
};

/** Answers the nth upload once it has been sent. */
const answer = async (sent: ReturnType<typeof fakeUploadServer>, at: number, outcome: UploadOutcome): Promise<void> => {
  await expect.poll(() => sent.length).toBeGreaterThan(at);
  sent[at]?.finish(outcome);
};

describe('what it says', () => {
  const told: readonly (readonly [Language, Readonly<Record<string, string>>])[] = [
    [
      'zh_CN',
      {
        title: '导入EXCEL',
        kind: '只能上传 Excel 文件',
        size: '文件大小不能超过 10M',
        send: '开始上传',
        sending: '上传中...',
        fault: '坏了',
        run: '导入 2 行',
        part: '导入成功,但是有错误数据!',
        errors: '下载错误明细',
      },
    ],
    [
      'zh_TW',
      {
        title: '匯入EXCEL',
        kind: '只能上傳 Excel 檔案',
        size: '檔案大小不能超過 10M',
        send: '開始上傳',
        sending: '上傳中...',
        fault: '壞了',
        run: '匯入 2 列',
        part: '匯入成功，但有錯誤資料！',
        errors: '下載錯誤明細',
      },
    ],
    [
      'en_US',
      {
        title: 'Import from Excel',
        kind: 'Only Excel files can be uploaded',
        size: 'File size must not exceed 10M',
        send: 'Upload',
        sending: 'Uploading...',
        fault: 'It broke',
        run: 'Import 2 rows',
        part: 'Imported, but some rows have errors',
        errors: 'Download the rows with errors',
      },
    ],
  ];
  test.each(told)('in %s', async (language, words) => {
    await loadLocale(language);
    languageStore.set(language);
    const sent = fakeUploadServer(() => 'waits');
    show(<Page />);
    await expect.element(dialog().getByText(words['title'] ?? '')).toBeVisible();
    await choose(sheet('gates.pdf'));
    await expect.element(page.getByText(words['kind'] ?? '', { exact: true })).toBeVisible();
    await choose(sheet('gates.xlsx', 10 * MB + 1));
    await expect.element(page.getByText(words['size'] ?? '', { exact: true })).toBeVisible();
    expect(dialog().getByRole('listitem').elements()).toHaveLength(0);
    await choose(sheet('gates.xls'));
    await dialog()
      .getByRole('button', { name: words['send'] ?? '' })
      .click();
    await expect.element(dialog().getByRole('button', { name: words['sending'] ?? '' })).toBeVisible();
    await expect.element(dialog().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    sent[0]?.finish({ success: false, message: words['fault'] ?? '' });
    // The message names the file and the server's reason; the dialog stays open for another try.
    await expect.element(page.getByText(`gates.xls: ${words['fault']}`)).toBeVisible();
    await dialog()
      .getByRole('button', { name: words['send'] ?? '' })
      .click();
    await answer(sent, 1, preview(2, wrong));
    await press(words['run'] ?? '');
    const result = { totalCount: 3, successCount: 2, errorCount: 1, msg: words['part'] ?? '', fileUrl: 'temp/errors.xlsx', fileName: 'errors.xlsx' };
    await answer(sent, 2, { code: 201, message: result.msg, result });
    await expect.element(dialog().getByText(result.msg)).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: words['errors'] ?? '' })).toBeVisible();
  });
});

describe('by keys alone', () => {
  test('rows that are all good go in, the dialog closes and the list is read anew', async () => {
    const sent = fakeUploadServer(() => 'waits');
    const read = vi.spyOn(queryClient, 'invalidateQueries');
    onTestFinished(() => read.mockRestore());
    show(<Page />);
    await choose(sheet());
    await press('Upload');
    await answer(sent, 0, preview(3));
    await expect.element(dialog().getByText('All 3 rows can be imported')).toBeVisible();
    expect([sent[0]?.fields, read.mock.calls.length]).toEqual([{ preview: '1' }, 0]);
    await press('Import 3 rows');
    await answer(sent, 1, { message: 'Imported 3 rows', result: { totalCount: 3, successCount: 3, errorCount: 0, msg: 'Imported 3 rows' } });
    await expect.element(page.getByText('The list')).toBeVisible();
    await expect.element(page.getByText('Imported 3 rows')).toBeVisible();
    expect(sent[1]?.fields).toEqual({});
    expect(read).toHaveBeenCalled();
  });

  test('a bad cell is named by the row of the sheet, put right, and what stays wrong comes back as a workbook', async () => {
    const sent = fakeUploadServer(() => 'waits');
    show(<Page />);
    await choose(sheet());
    await press('Upload');
    await answer(sent, 0, preview(2, wrong));
    await expect.element(dialog().getByText('2 rows can be imported, 1 has errors')).toBeVisible();
    await expect.element(dialog().getByText('Name has a wrong letter')).toBeVisible();
    await expect.element(dialog().getByText('These columns are not read: Colour')).toBeVisible();
    // While the dialog fades in, its colours do not have enough contrast yet.
    await expect.poll(axeViolations).toEqual([]);
    await tabTo(dialog().getByRole('textbox', { name: 'Row 17, Name' }));
    await userEvent.keyboard('x');
    await press('Check again');
    await answer(sent, 1, preview(2, wrong));
    await press('Import 2 rows');
    expect(JSON.parse(sent[1]?.fields['edits'] ?? '')).toEqual([{ file: 0, row: 17, cells: { name: expect.stringContaining('x') as string } }]);
    await answer(sent, 2, {
      code: 201,
      message: 'Imported, but some rows have errors',
      result: {
        totalCount: 3,
        successCount: 2,
        errorCount: 1,
        msg: 'Imported, but some rows have errors',
        fileUrl: 'temp/errors.xlsx',
        fileName: 'errors.xlsx',
      },
    });
    await expect.element(dialog().getByText('Imported, but some rows have errors')).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Download the rows with errors' })).toBeVisible();
    // While the dialog fades in, its colours do not have enough contrast yet.
    await expect.poll(axeViolations).toEqual([]);
    await press('Close');
    await expect.element(page.getByText('The list')).toBeVisible();
  });
});
