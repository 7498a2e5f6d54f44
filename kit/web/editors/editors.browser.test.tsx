import { Activity, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#kit/fields/words.ts';
import { JsonInput } from '../kinds/json-input.tsx';
import { languageStore } from '../language.ts';
import { loadLocale } from '../locale.ts';
import { show } from '../testing/show.fixture.tsx';
import { fakeUploadServer } from '../upload/fake-upload-server.fixture.ts';
import { CodeEditor } from './code-editor.tsx';
import { codeModes } from './code-modes.ts';
import type { CodeMode } from './code-modes.ts';
import { MarkdownEditor } from './markdown-editor.tsx';
import { RichEditor } from './rich-editor.tsx';

beforeEach(async () => {
  // Loads the texts first, because texts that arrive late draw the page again during a test.
  await loadLocale('en_US');
  languageStore.set('en_US');
  formValue = undefined;
});

/** The last value that the form received. */
let formValue: unknown;
const told =
  <T,>(take: (value: T) => void) =>
  (value: T): void => {
    formValue = value;
    take(value);
  };
const text = () => page.getByRole('textbox').first();
const press = async (name: string) => {
  const button = page.getByRole('button', { name, exact: true }).first();
  await expect.element(button).toBeInTheDocument();
  (button.element() as HTMLElement).click();
};

/** Chooses a file as a user does in the file dialog. */
const put = (file: File) => {
  const input = document.querySelector<HTMLInputElement>('.ant-modal input[type=file]');
  const data = new DataTransfer();
  data.items.add(file);
  if (!input) throw new Error('no place for files');
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

describe('the code editor', () => {
  const Code = ({ start, mode, disabled = false }: { readonly start: string; readonly mode: CodeMode; readonly disabled?: boolean }) => {
    const [value, setValue] = useState(start);
    return <CodeEditor value={value} onChange={told(setValue)} mode={mode} disabled={disabled} label="Code" />;
  };
  const samples: Readonly<Record<CodeMode, string>> = {
    css: 'a { color: red; }',
    javascript: 'const a = "b"; // c',
    html: '<p class="a">b</p>',
    java: 'public class A { int b = 1; }',
    'objective-c': '@interface A : NSObject\nint b = 1;',
    python: 'def a():\n  return "b"',
    R: 'a <- function(b) 1 # c',
    shell: 'if [ -f a ]; then echo "b"; fi # c',
    sql: "select 'a' from b where c = 1",
    swift: 'let a: Int = 1 // b',
    vue: '<template><p v-if="a">b</p></template>',
    markdown: '# a\n\n**b**',
    json: '{"a": 1}',
  };
  test.each(Object.keys(codeModes) as CodeMode[])('%s has colours', async (mode) => {
    show(<Code start={samples[mode]} mode={mode} />);
    await expect.poll(() => document.querySelectorAll('[class*="tok-"]').length).toBeGreaterThan(0);
    expect(document.querySelector('.cm-content')?.textContent.replaceAll('\n', '')).toBe(samples[mode].replaceAll('\n', ''));
  });

  test('is written in and left by keys alone: Tab indents by two, Esc and Tab lead on', async () => {
    show(
      <>
        <Code start="" mode="javascript" />
        <button type="button">After</button>
      </>,
    );
    await text().click();
    await userEvent.keyboard('{Tab}a');
    await expect.poll(() => formValue).toBe('  a');
    await userEvent.keyboard('{Escape}{Tab}');
    await expect.poll(() => document.activeElement?.textContent).toBe('After');
    expect(getComputedStyle(document.querySelector('.ed-code-place') ?? document.body).height).toBe('240px');
    expect(getComputedStyle(document.querySelector('.cm-content') ?? document.body).tabSize).toBe('2');
  });

  test('disabled it is read and not written', async () => {
    show(<Code start="a" mode="json" disabled />);
    await text().click();
    await userEvent.keyboard('b');
    expect(formValue).toBeUndefined();
    await expect.element(text()).toHaveAttribute('aria-readonly', 'true');
  });

  test('of JSON holds what it means, or the text while it means nothing', async () => {
    const Json = () => {
      const [value, setValue] = useState<unknown>({ a: 1 });
      return <JsonInput value={value} onChange={told(setValue)} />;
    };
    show(<Json />);
    await text().click();
    await userEvent.keyboard('{Control>}a{/Control}[[1, 2');
    await expect.poll(() => formValue).toEqual([1, 2]);
    await userEvent.keyboard('{Control>}a{/Control}"');
    await userEvent.keyboard('{Delete}x');
    await expect.poll(() => typeof formValue).toBe('string');
  });
});

const Rich = ({ start, disabled = false }: { readonly start: string; readonly disabled?: boolean }) => {
  const [value, setValue] = useState(start);
  return <RichEditor value={value} onChange={told(setValue)} disabled={disabled} />;
};
const Marked = ({ start }: { readonly start: string }) => {
  const [value, setValue] = useState(start);
  return <MarkdownEditor value={value} onChange={told(setValue)} />;
};

describe('the rich-text editor', () => {
  test('writes plain HTML, by buttons and by keys', async () => {
    show(<Rich start="" />);
    await text().click();
    await press('Bold');
    await userEvent.keyboard('a{Enter}');
    await press('Bulleted list');
    await userEvent.keyboard('b');
    await expect.poll(() => formValue).toMatch(/^<p><strong>a<\/strong><\/p><ul><li><p>(<strong>)?b/);
    expect(getComputedStyle(document.querySelector('.ed-place') ?? document.body).height).toBe('300px');
  });

  test('its tools are one Tab stop, and arrows go along them', async () => {
    show(<Rich start="" />);
    await expect.element(page.getByRole('toolbar')).toBeVisible();
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('H1 heading');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bold');
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('role')).toBe('textbox');
  });

  test('takes a link of a kind that may be followed, and no other', async () => {
    show(<Rich start="" />);
    await text().click();
    await press('Link');
    const address = page.getByLabelText('Address of the link');
    await address.fill('javascript:alert(1)');
    await press('OK');
    await expect.element(page.getByText('Enter an address, mail or phone number')).toBeVisible();
    await address.fill('https://x.example/');
    await press('OK');
    await expect.poll(() => formValue).toContain('href="https://x.example/"');
  });

  test('has tools for a table where one is written in', async () => {
    show(<Rich start="<p>a</p><table><tr><td>cell</td></tr></table>" />);
    const tool = () => page.getByRole('button', { name: 'Add a row' }).query();
    await expect.element(page.getByText('cell')).toBeVisible();
    expect(tool()).toBeNull();
    await page.getByText('cell').click();
    await expect.poll(tool).not.toBeNull();
  });

  test('disabled it is read and not written', async () => {
    show(<Rich start="<p>a</p>" disabled />);
    await expect.element(page.getByText('a', { exact: true })).toBeVisible();
    await text().click();
    await userEvent.keyboard('b');
    expect(formValue).toBeUndefined();
  });
});

describe('the markdown editor', () => {
  test('has the tools of the family in their order, and keeps Markdown', async () => {
    show(<Marked start={'# A\n\n- [x] b\n'} />);
    await expect.element(page.getByRole('toolbar')).toBeVisible();
    expect(
      [...document.querySelectorAll('[data-tool]')].map((tool) => tool.getAttribute('data-tool')).filter((tool) => !/undo|redo/.test(tool ?? '')),
    ).toEqual([
      'heading1',
      'heading2',
      'heading3',
      'bold',
      'italic',
      'strike',
      'hr',
      'quote',
      'ul',
      'ol',
      'task',
      'indent',
      'outdent',
      'table',
      'link',
      'code',
      'codeblock',
      'image',
    ]);
    await expect.element(page.getByRole('heading', { name: 'A' })).toBeVisible();
    await expect.element(page.getByRole('checkbox')).toBeChecked();
    await page.getByRole('heading', { name: 'A' }).click();
    await userEvent.keyboard('{End}c');
    await expect.poll(() => formValue).toMatch(/^# Ac\n/);
    expect(getComputedStyle(document.querySelector('.ed-place') ?? document.body).height).toBe('300px');
  });

  test('is written as its letters too', async () => {
    show(<Marked start="a" />);
    await page.getByText('Markdown', { exact: true }).click();
    await expect.poll(() => document.querySelector('.cm-content')?.textContent).toBe('a');
    await text().click();
    await userEvent.keyboard('{Control>}a{/Control}**b**');
    await expect.poll(() => formValue).toContain('**b');
    await page.getByText('Formatted', { exact: true }).click();
    await expect.poll(() => document.querySelector('.ed-text strong')?.textContent).toBe('b');
  });

  test('takes a picture from this device, sent as the family sends it, or by its address', async () => {
    const sent = fakeUploadServer(() => ({ message: 'local' }));
    show(<Marked start="" />);
    await press('Picture');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await press('OK');
    await expect.element(page.getByText('Upload a picture first')).toBeInTheDocument();
    const file = new File([new Uint8Array([1, 2, 3])], 'gate.png', { type: 'image/png' });
    put(file);
    await expect.element(page.getByRole('listitem', { name: 'gate.png' })).toBeVisible();
    await expect.poll(() => sent[0]?.fields).toEqual({ biz: 'jeditor', isup: '1', kind: 'image', jeditor: '1' });
    await expect.poll(() => document.querySelectorAll('.up-done').length).toBe(1);
    await page.getByLabelText('Remark').fill('The gate');
    await press('OK');
    await expect.poll(() => formValue).toBe('![The gate](data:image/png;base64,AQID)');
    await press('Picture');
    await page.getByRole('tab', { name: 'Network address' }).click();
    await page.getByLabelText('Address of the picture').fill('ftp://x');
    await press('OK');
    await expect.element(page.getByText('Enter an address that begins with http or https')).toBeVisible();
    await page.getByLabelText('Address of the picture').fill('https://x.example/a.png');
    await press('OK');
    await expect.poll(() => formValue).toContain('https://x.example/a.png');
  });
});

describe('what they say, in three languages', () => {
  const words: Readonly<Record<Language, readonly string[]>> = {
    zh_CN: ['图片上传', '本地上传', '网络地址', '备注', '图片地址'],
    zh_TW: ['圖片上傳', '本機上傳', '網路位址', '備註', '圖片網址'],
    en_US: ['Upload a picture', 'From this device', 'Network address', 'Remark', 'Address of the picture'],
  };
  test.each(Object.keys(words) as Language[])('the dialog of pictures in %s', async (language) => {
    await loadLocale(language);
    languageStore.set(language);
    show(<Marked start="" />);
    await expect.element(page.getByRole('toolbar')).toBeVisible();
    document.querySelector<HTMLElement>('[data-tool="image"]')?.click();
    const [title = '', local = '', network = '', remark = '', address = ''] = words[language];
    await expect.element(page.getByText(title, { exact: true })).toBeInTheDocument();
    await expect.element(page.getByRole('tab', { name: local })).toBeInTheDocument();
    await expect.element(page.getByLabelText(remark)).toBeInTheDocument();
    await page.getByRole('tab', { name: network }).click();
    await expect.element(page.getByLabelText(address)).toBeInTheDocument();
  });
  test.each([
    ['zh_CN', '按 Esc 再按 Tab 离开编辑器'],
    ['zh_TW', '按 Esc 再按 Tab 離開編輯器'],
    ['en_US', 'Esc, then Tab, leaves the editor'],
  ] as const)('the way out of code in %s', async (language, hint) => {
    languageStore.set(language);
    show(<CodeEditor value="" onChange={() => undefined} mode="css" />);
    await expect.element(page.getByText(hint)).toBeVisible();
  });
});

test.each([
  ['rich text', RichEditor, '<p>kept</p>'],
  ['Markdown', MarkdownEditor, 'kept'],
] as const)('%s that was put aside with its page is there again, and can be written on', async (_name, Editor, start) => {
  const Pages = () => {
    const [value, setValue] = useState<string>(start);
    const [away, setAway] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setAway(!away)}>
          turn
        </button>
        <Activity mode={away ? 'hidden' : 'visible'}>
          <Editor value={value} onChange={told(setValue)} label="Text" />
        </Activity>
      </>
    );
  };
  show(<Pages />);
  for (const turn of [1, 2]) {
    await expect.element(page.getByText('kept')).toBeVisible();
    const old = text().element();
    await press('turn');
    await expect.poll(() => page.getByText('kept').query()?.checkVisibility() ?? false).toBe(false);
    // The old editor is removed shortly after its effects have ended.
    await expect.poll(() => old.isConnected).toBe(false);
    await press('turn');
    await text().click();
    await userEvent.keyboard(`{End} ${turn}`);
    await expect.poll(() => String(formValue)).toContain(String(turn));
  }
  await expect.element(page.getByText('kept 1 2')).toBeVisible();
});
