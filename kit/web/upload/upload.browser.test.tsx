import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#kit/fields/words.ts';
import { languageStore } from '../language.ts';
import { loadLocale } from '../locale.ts';
import { show } from '../testing/show.fixture.tsx';
import type { StoredFile } from './stored.ts';
import { UploadBox } from './upload-box.tsx';
import type { UploadBoxProps } from './upload-box.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { fakeUploadServer } from './fake-upload-server.fixture.ts';

beforeEach(async () => {
  // Loads the texts first, because texts that arrive late draw the page again during a test.
  await loadLocale('en_US');
  languageStore.set('en_US');
});

const three: readonly StoredFile[] = ['a', 'b', 'c'].map((name) => ({ path: `temp/${name}.pdf`, name: `${name}.pdf`, sizeBytes: 10 }));
/** The value of the form. */
let formValue: readonly StoredFile[] = [];

const Form = ({ start, ...props }: { readonly start: readonly StoredFile[] } & Partial<UploadBoxProps>) => {
  const [value, setValue] = useState(start);
  const change = (files: readonly StoredFile[]) => {
    formValue = files;
    setValue(files);
  };
  return <UploadBox target={{ biz: 'notice', kind: 'file' }} max={9} {...props} value={value} onChange={change} />;
};
const open = (props: Partial<UploadBoxProps> = {}, start: readonly StoredFile[] = []) => {
  formValue = start;
  show(<Form start={start} {...props} />);
};
const names = () => [...document.querySelectorAll('.up-item')].map((item) => item.getAttribute('aria-label'));
const choose = async (...files: readonly File[]) => {
  await expect.element(page.getByRole('group')).toBeVisible();
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body, [...files]);
};
/** Clicks a button even when a message covers it. */
const press = async (name: string) => {
  const button = page.getByRole('button', { name });
  await expect.element(button).toBeInTheDocument();
  (button.element() as HTMLElement).click();
};
const fileOf = (name: string, type = 'application/pdf') => new File(['x'], name, { type });
const drop = (files: readonly File[]) => {
  const data = new DataTransfer();
  for (const one of files) data.items.add(one);
  for (const kind of ['dragover', 'drop'])
    document.querySelector('.up-box')?.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
};

describe('files', () => {
  test('are sent with what they are for, shown while they go, and kept in their order', async () => {
    const sent = fakeUploadServer((name) => (name === 'slow.pdf' ? 'waits' : { message: `notice/${name}` }));
    open();
    await choose(fileOf('one.pdf'), fileOf('slow.pdf'));
    await expect.poll(() => formValue.map(({ path }) => path)).toEqual(['notice/one.pdf']);
    expect(sent.map(({ name, url, fields }) => [name, new URL(url, location.href).pathname.replace('/jeecg-boot', ''), fields])).toEqual([
      ['one.pdf', '/sys/common/upload', { biz: 'notice', isup: '1' }],
      ['slow.pdf', '/sys/common/upload', { biz: 'notice', isup: '1' }],
    ]);
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    sent[1]?.finish({ message: 'notice/slow.pdf' });
    await expect.poll(() => formValue.map(({ name }) => name)).toEqual(['one.pdf', 'slow.pdf']);
  });

  test('are stopped, and one that failed is tried again', async () => {
    let works = false;
    const sent = fakeUploadServer((name) =>
      name === 'stop.pdf' ? 'waits' : works ? { message: 'temp/x.pdf' } : { success: false, message: 'No room' },
    );
    open();
    await choose(fileOf('stop.pdf'), fileOf('x.pdf'));
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    await press('Stop this upload stop.pdf');
    expect([sent[0]?.isAborted(), names()]).toEqual([true, ['x.pdf']]);
    await expect.element(page.getByRole('alert').filter({ hasText: 'No room' }).first()).toBeVisible();
    works = true;
    await press('Try again x.pdf');
    await expect.poll(() => formValue.map(({ path }) => path)).toEqual(['temp/x.pdf']);
  });

  test('are dropped on it, no more than there is room for', async () => {
    fakeUploadServer((name) => ({ message: `temp/${name}` }));
    open({ max: 4 }, three);
    await expect.element(page.getByRole('group')).toBeVisible();
    drop([fileOf('d.pdf'), fileOf('e.pdf')]);
    await expect.poll(() => formValue.length).toBe(4);
    await expect.element(page.getByText('4 files at most')).toBeVisible();
  });

  test('go to another address and are read from another field where a column says so', async () => {
    const sent = fakeUploadServer(() => ({ message: 'said', url: 'elsewhere/x.pdf' }) as never);
    open({ target: { biz: 'temp', kind: 'file', action: '/other/place', responseName: 'url' } });
    await choose(fileOf('x.pdf'));
    await expect.poll(() => formValue.map(({ path }) => path)).toEqual(['elsewhere/x.pdf']);
    expect(sent[0]?.url).toContain('/other/place');
  });

  test('one replaces the one that is there', async () => {
    fakeUploadServer((name) => ({ message: `temp/${name}` }));
    open({ max: 1 }, three.slice(0, 1));
    await choose(fileOf('new.pdf'));
    await expect.poll(() => formValue.map(({ path }) => path)).toEqual(['temp/new.pdf']);
  });
});

describe('their order', () => {
  test('is changed by keys alone, and what stands at an end says so', async () => {
    open({}, three);
    await expect.element(page.getByRole('group')).toBeVisible();
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('a.pdf');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.poll(names).toEqual(['b.pdf', 'a.pdf', 'c.pdf']);
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('a.pdf');
    await expect.element(page.getByText('a.pdf: 2 of 3')).toBeInTheDocument();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.poll(names).toEqual(['b.pdf', 'c.pdf', 'a.pdf']);
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('a.pdf');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(page.getByText('It stands last already')).toBeVisible();
    expect(formValue.map(({ name }) => name)).toEqual(['b.pdf', 'c.pdf', 'a.pdf']);
    await userEvent.keyboard('{Delete}');
    await expect.poll(names).toEqual(['b.pdf', 'c.pdf']);
  });

  test('is changed by dragging', async () => {
    open({}, three);
    await expect.element(page.getByRole('listitem', { name: 'a.pdf' })).toBeVisible();
    const point = (type: string, at: Element | null, target: EventTarget = window) => {
      const box = at?.getBoundingClientRect() ?? new DOMRect();
      target.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientX: box.left + 60, clientY: box.top + box.height / 2 }));
    };
    const items = document.querySelectorAll('.up-item');
    point('pointerdown', items[0] ?? null, items[0]);
    point('pointermove', items[1] ?? null);
    point('pointermove', document.querySelectorAll('.up-item')[2] ?? null);
    await expect.poll(names).toEqual(['b.pdf', 'c.pdf', 'a.pdf']);
    point('pointerup', null);
    expect(formValue.map(({ name }) => name)).toEqual(['b.pdf', 'c.pdf', 'a.pdf']);
  });
});

describe('what it says, in three languages', () => {
  const languages: readonly Language[] = ['zh_CN', 'zh_TW', 'en_US'];
  const cases = [
    ['no picture', ['请上传图片', '請上傳圖片', 'Please upload a picture']],
    ['failed', ['x.pdf 文件上传失败', 'x.pdf 檔案上傳失敗', 'x.pdf The file could not be uploaded']],
    ['unknown', ['未知错误', '未知錯誤', 'Unknown error']],
    ['first', ['未知的操作', '未知的操作', 'Unknown operation: it stands first already']],
    ['last', ['已到最后~', '已到最後~', 'It stands last already']],
    ['gone', ['未知的文件', '未知的檔案', 'Unknown file']],
    ['none', ['未上传任何文件', '未上傳任何檔案', 'No file was uploaded']],
    ['wrong', ['上传出错', '上傳出錯', 'The upload went wrong']],
    ['why', ['错误信息：No room', '錯誤訊息：No room', 'What went wrong: No room']],
  ] as const;
  type UploadState = (typeof cases)[number][0];
  const make: Readonly<Record<UploadState, () => Promise<void>>> = {
    'no picture': async () => {
      open({ target: { biz: 'temp', kind: 'image' } });
      await choose(fileOf('x.pdf'));
    },
    failed: async () => {
      fakeUploadServer(() => ({ success: false, message: '' }));
      open();
      await choose(fileOf('x.pdf'));
    },
    unknown: () => make.failed(),
    first: async () => {
      open({}, three);
      await page.getByRole('button').first().click();
    },
    last: async () => {
      open({}, three);
      await expect.element(page.getByRole('group')).toBeVisible();
      document.querySelector<HTMLElement>('.up-item:last-child .up-acts button:nth-child(2)')?.click();
    },
    gone: async () => {
      open({}, [{ path: '', name: 'a.pdf' }]);
      await expect.element(page.getByRole('listitem')).toBeVisible();
      document.querySelector<HTMLElement>('.up-acts button')?.click();
    },
    none: async () => {
      show(<UploadDialog target={{ biz: 'temp', kind: 'file' }} max={2} value={[]} onDone={() => undefined} onClose={() => undefined} />);
      await expect.element(page.getByRole('dialog')).toBeVisible();
      document.querySelector<HTMLElement>('.ant-modal-footer .ant-btn-primary')?.click();
    },
    wrong: async () => {
      fakeUploadServer(() => ({ success: false, message: 'No room' }));
      show(<UploadDialog target={{ biz: 'temp', kind: 'file' }} max={2} value={[]} onDone={() => undefined} onClose={() => undefined} />);
      await choose(fileOf('x.pdf'));
    },
    why: () => make.wrong(),
  };
  test.each(cases.flatMap(([what, texts]) => languages.map((language, index) => [what, language, texts[index] ?? ''] as const)))(
    '%s in %s: %s',
    async (what, language, text) => {
      await loadLocale(language);
      languageStore.set(language);
      await make[what]();
      await expect.element(page.getByText(text, { exact: true }).first()).toBeInTheDocument();
    },
  );
});
