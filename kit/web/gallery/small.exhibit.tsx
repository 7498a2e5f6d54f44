import { Space } from 'antd';
import { useState } from 'react';
import type { CodeItem, Tone } from '#kit/fields/codes.ts';
import { id } from '#kit/fields/field.ts';
import { readable } from '#kit/resource/resource.ts';
import { ActButton } from '../permissions/act-button.tsx';
import { DetailDrawer, FieldList } from '../list/detail-drawer.tsx';
import { SafeMarkdown } from '../editors/safe-markdown.tsx';
import { LoadError } from '../load-error.tsx';
import { CodeTag } from '../kinds/cell.tsx';
import type { Filters } from '../kinds/filter-names.ts';
import { useSay } from '../language.ts';
import { SearchForm } from '../list/search-form.tsx';
import { Notice } from '../notice.tsx';
import { PageShell } from '../page/page-shell.tsx';
import { SafeHtml } from '../editors/safe-html.tsx';
import { words } from '../words.ts';
import { charger, chargerLabels, chargerRow, longChargerRow } from './charger.ts';
import type { Exhibit } from './exhibit.ts';

const tones: readonly Tone[] = ['plain', 'good', 'busy', 'warn', 'bad', 'quiet'];
const LONG = 'The provider of text messages answered that it has never heard of this account, and asked to try again later';

const buttons: Exhibit = {
  name: 'buttons',
  title: ['按钮', '按鈕', 'Buttons'],
  states: {
    filled: () => (
      <Space wrap>
        <ActButton type="primary">Save</ActButton>
        <ActButton>Cancel</ActButton>
        <ActButton danger>Delete</ActButton>
        <ActButton type="link">Details</ActButton>
      </Space>
    ),
    disabled: () => (
      <Space wrap>
        <ActButton disabled>Save</ActButton>
        <ActButton because="There is nothing to save">Save</ActButton>
      </Space>
    ),
    loading: () => (
      <ActButton type="primary" loading>
        Save
      </ActButton>
    ),
  },
  never: ['empty', 'invalid', 'longText'],
};

const tags: Exhibit = {
  name: 'tags',
  title: ['状态标签', '狀態標籤', 'Tags of codes'],
  states: {
    empty: () => <CodeTag item={undefined} fallback="7" />,
    filled: () => (
      <Space wrap>
        {tones.map((tone) => (
          <CodeTag key={tone} item={{ value: tone, tone, words: [tone, tone, tone] } satisfies CodeItem} />
        ))}
      </Space>
    ),
    longText: () => <CodeTag item={{ value: 1, tone: 'bad', words: [LONG, LONG, LONG] }} />,
  },
  never: ['invalid', 'disabled', 'loading'],
};

const notices: Exhibit = {
  name: 'notices',
  title: ['提示', '提示', 'Notices'],
  states: {
    filled: () => <Notice tone="good" title="All rows were imported" text="40 of 40" />,
    invalid: () => <Notice tone="bad" title="Could not load" text="The network is gone" />,
    longText: () => (
      <Notice tone="warn" title={LONG} text={`${LONG} `.repeat(4)}>
        <ActButton>Try again</ActButton>
      </Notice>
    ),
  },
  never: ['empty', 'disabled', 'loading'],
};

const failures: Exhibit = {
  name: 'failed',
  title: ['加载失败', '載入失敗', 'Could not be read'],
  states: {
    invalid: () => <LoadError because="The network is gone" retry={() => undefined} />,
    longText: () => <LoadError because={`${LONG} `.repeat(4)} retry={() => undefined} />,
  },
  never: ['empty', 'filled', 'disabled', 'loading'],
};

const html =
  '<h2>Closed on Friday</h2><p>See <a href="https://example.com">the plan</a>, <b>please</b>.</p><script>alert(1)</script><ul><li>Gun 1</li></ul>';
const written: Exhibit = {
  name: 'written',
  title: ['净化后的文本', '淨化後的文字', 'What somebody wrote, cleaned'],
  states: {
    empty: () => <SafeHtml html="" />,
    filled: () => <SafeHtml html={html} />,
    longText: () => <SafeHtml html={`<p>${LONG}</p>`.repeat(6)} />,
  },
  never: ['invalid', 'disabled', 'loading'],
  more: [
    {
      name: 'markdown',
      title: ['Markdown', 'Markdown', 'Markdown'],
      Shown: () => <SafeMarkdown text={'## Access\n\n1. *left* ramp\n2. [x](javascript:alert(1))'} />,
    },
  ],
};

const details: Exhibit = {
  name: 'details',
  wide: true,
  title: ['详情', '詳情', 'All fields of a row'],
  states: {
    empty: () => <FieldList of={charger} labels={chargerLabels} row={{}} />,
    filled: () => <FieldList of={charger} labels={chargerLabels} row={chargerRow} />,
    invalid: () => <Detail api={refusing} />,
    loading: () => <Detail api={{}} />,
    longText: () => <FieldList of={charger} labels={chargerLabels} row={longChargerRow} />,
  },
  never: ['disabled'],
};
/** An endpoint that no installation has, so every call fails. */
const refusing = {
  queryById: { method: 'GET', path: '/gallery/charger/queryById', allow: 'signedIn', input: { id: id() }, output: { form: 'row' } },
} as const;
const Detail = ({ api }: { readonly api: object }) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActButton onClick={() => setOpen(true)}>{say(words.detail)}</ActButton>
      <DetailDrawer of={charger} api={api} labels={chargerLabels} id={open ? chargerRow.id : undefined} onClose={() => setOpen(false)} />
    </>
  );
};

const shell: Exhibit = {
  name: 'page-shell',
  wide: true,
  title: ['页面框架', '頁面框架', 'Head of a page'],
  states: {
    empty: () => <PageShell title="Tariffs">{null}</PageShell>,
    filled: () => (
      <PageShell title="Tariffs" description="What an hour costs" links={[{ name: 'Stations', to: '/stations' }]} extra={<b>42</b>}>
        <p className="co-card">Here is the page</p>
      </PageShell>
    ),
    longText: () => (
      <PageShell title={LONG} description={LONG} links={[{ name: LONG, to: '/stations' }]}>
        {null}
      </PageShell>
    ),
  },
  never: ['invalid', 'disabled', 'loading'],
};

const Searched = ({ first }: { readonly first: Filters }) => {
  const [filters, setFilters] = useState(first);
  return <SearchForm fields={filterFields} labels={chargerLabels} filters={filters} fixedFilters={[]} onSearch={setFilters} />;
};
const filterFields = readable(charger).filter(([, { filter }]) => filter !== undefined);
const search: Exhibit = {
  name: 'search-form',
  wide: true,
  title: ['查询表单', '查詢表單', 'Filters of a list'],
  states: {
    empty: () => <Searched first={{}} />,
    filled: () => <Searched first={{ name: 'North', speed: '1' }} />,
    longText: () => <Searched first={{ name: LONG.slice(0, 60), builtAt_begin: '2026-01-01', builtAt_end: '2026-01-31' }} />,
  },
  never: ['invalid', 'disabled', 'loading'],
};

export const exhibits: readonly Exhibit[] = [buttons, tags, notices, failures, written, details, shell, search];
