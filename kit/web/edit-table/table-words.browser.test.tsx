import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import { languageStore } from '../language.ts';
import { serveCalls } from '../report/fake-server.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { fakeUploadServer } from '../upload/fake-upload-server.fixture.ts';
import { ADD_SETTINGS, storeAddSettings } from './grid/add-settings.ts';
import type { Column } from './table/column.ts';
import { DetailsModal } from './details-modal.tsx';
import { open } from './parts-table.fixture.tsx';
import type { EditTable } from './table/table.ts';

beforeEach(async () => {
  await page.viewport(1200, 800);
  localStorage.removeItem(ADD_SETTINGS);
  languageStore.set('en_US');
});

const drawn = async (selector: string) => {
  await expect.poll(() => document.querySelector(selector)).not.toBeNull();
};
const press = async (selector: string) => {
  await drawn(selector);
  document.querySelector<HTMLElement>(selector)?.click();
};
const focus = async (selector: string) => {
  await drawn(selector);
  const place = document.querySelector<HTMLElement>(selector);
  place?.blur();
  place?.focus();
};
const ADD = '.et-toolbar button:first-of-type';
const files: readonly Column[] = [
  { key: 'file', title: ['文件', '檔案', 'File'], type: 'file' },
  { key: 'image', title: ['图片', '圖片', 'Picture'], type: 'image' },
];
const give = async (key: string, type: string) => {
  const input = `[data-cell="1 ${key}"] input[type=file]`;
  await drawn(input);
  await userEvent.upload(document.querySelector(input) ?? document.body, new File(['x'], 'x.txt', { type }));
};
const openFiles = () => open({ columns: files, records: [{ id: '1', file: null, image: null }] });

interface Message {
  readonly says: Words;
  readonly begin?: () => EditTable;
  /** Runs in each language, because a temporary message is in the language of its moment. */
  readonly each?: (table: EditTable) => Promise<unknown>;
  /** Runs once, because a message that stays follows the language of the viewer. */
  readonly once?: (table: EditTable) => Promise<unknown>;
}

/** The messages that section 5 of the shell's specification defines for the table, and what causes each of them. */
const messages: Readonly<Record<string, Message>> = {
  'settings saved': {
    says: ['保存成功', '儲存成功', 'Saved'],
    each: async () => {
      await press('.et-toolbar button + button');
      await press('.et-settings .ant-btn-primary');
    },
  },
  'none selected': {
    says: ['请至少选择一项', '請至少選擇一項', 'Select at least one entry'],
    each: () => focus('.et-toolbar .co-asleep'),
  },
  'nothing to paste': {
    says: ['剪贴板为空', '剪貼簿為空', 'The clipboard is empty'],
    each: async () => {
      await drawn('[data-cell="1 name"]');
      const cell = document.querySelector('[data-cell="1 name"]');
      cell?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() }));
    },
  },
  'inserted too fast': {
    says: ['你点击的太快了，请慢点点击!', '你點擊得太快了，請慢點點擊!', 'You are clicking too fast. Please slow down!'],
    begin: () => {
      storeAddSettings({ addRowNum: 1, addIndex: 1, addScrollToBottom: true });
      return open();
    },
    each: async () => {
      await press(ADD);
      await press(ADD);
    },
  },
  'delete these': {
    says: ['确定要删除这 2 项吗?', '確定要刪除這 2 項嗎?', 'Delete these 2 entries?'],
    each: async (table) => {
      table.select(['1', '2'], true);
      await press('.et-toolbar .ant-btn-dangerous:not(:disabled)');
    },
  },
  'no sub-table': {
    says: ['打开子表失败', '開啟子表失敗', 'The sub-table could not be opened'],
    begin: () => open({}, { disabled: true, subTable: () => 'below' }),
    each: async (table) => {
      table.reset([{ id: '1', name: 'one' }]);
      await press('[data-cell="1 name"]');
      // The row is removed before its box has found it.
      table.reset([]);
    },
  },
  details: {
    says: ['详细信息', '詳細資訊', 'Details'],
    begin: () => {
      show(
        <DetailsModal onOk={() => true} onClose={() => undefined}>
          …
        </DetailsModal>,
      );
      return open();
    },
  },
  'upload failed': {
    says: ['上传失败', '上傳失敗', 'The upload failed'],
    begin: openFiles,
    once: async (table) => {
      table.setCell('1', 'file', { status: 'error', name: 'x.txt', percent: 0, earlierPaths: '' });
      await table.collect();
    },
  },
  uploading: {
    says: ['上传中... 40%', '上傳中... 40%', 'Uploading... 40%'],
    begin: openFiles,
    once: async () => {
      fakeUploadServer(() => 'waits');
      await give('file', 'text/plain');
    },
  },
  'still uploading': {
    says: ['文件还在上传', '檔案還在上傳', 'The file is still being uploaded'],
    begin: openFiles,
    once: async (table) => {
      fakeUploadServer(() => 'waits');
      await give('file', 'text/plain');
      await table.check();
    },
  },
  'no picture': {
    says: ['请上传图片', '請上傳圖片', 'Please upload a picture'],
    begin: openFiles,
    each: () => give('image', 'text/plain'),
  },
  'popup order': {
    says: [
      '排序参数不正确，应为 column=asc 或 column=desc',
      '排序參數不正確，應為 column=asc 或 column=desc',
      'The order is not set up correctly: column=asc or column=desc',
    ],
    begin: () => {
      const popup = { popupCode: 'x', orgFields: 'a', destFields: 'p', sorter: 'a=up' } as const;
      return open({ columns: [{ key: 'p', title: ['报表', '報表', 'Report'], type: 'popup', ...popup }], records: [{ id: '1' }] });
    },
  },
};

test.each(Object.entries(messages))('%s, in three languages', async (_name, { says, begin = open, each, once }) => {
  serveCalls(() => []);
  const table = begin();
  await once?.(table);
  for (const [index, language] of languages.entries()) {
    languageStore.set(language);
    await each?.(table);
    await expect.element(page.getByText(says[index] ?? '', { exact: true }).first()).toBeInTheDocument();
    // An open confirmation dialog would cover the next one.
    await userEvent.keyboard('{Escape}');
  }
});
