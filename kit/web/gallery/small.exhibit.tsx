import { Space } from 'antd';
import type { CodeItem, Tone } from '#kit/fields/codes.ts';
import { ActButton } from '../button.tsx';
import { CodeTag } from '../kinds/cell.tsx';
import { Notice } from '../notice.tsx';
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
};

export const exhibits: readonly Exhibit[] = [buttons, tags, notices];
