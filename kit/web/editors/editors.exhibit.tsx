import { useState } from 'react';
import { Skeleton } from 'antd';
import type { Exhibit } from '../gallery/exhibit.ts';
import type { CodeMode } from './code-modes.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

const waiting = <Skeleton active title={false} paragraph={{ rows: 5 }} />;
const CodeEditor = lazyComponent(() => import('./code-editor.tsx').then((code) => code.CodeEditor), waiting);
const RichEditor = lazyComponent(() => import('./rich-editor.tsx').then((rich) => rich.RichEditor), waiting);
const MarkdownEditor = lazyComponent(() => import('./markdown-editor.tsx').then((markdown) => markdown.MarkdownEditor), waiting);

const LONG = 'Chargers at the northern entrance of the second underground car park, behind the ramp. ';
const code = `select station_id, sum(energy_dwh) as energy -- of one day
from charging_order
where end_time >= '2026-01-31' and fee_cents > 0
group by station_id;
`;
const html =
  '<h2>Maintenance</h2><p>Station <strong>North gate</strong> is closed on <em>Friday</em>; see <a href="https://example.com">the plan</a>.</p><ul><li>Gun 1</li><li>Gun 2</li></ul><table><tbody><tr><th>Day</th><th>Hours</th></tr><tr><td>Friday</td><td>8 to 18</td></tr></tbody></table>';
const markdown = `## Access

Ring at the **north gate**, then:

1. take the left ramp
2. follow *blue* signs

- [x] key deposited
- [ ] light repaired

| Gun | Plug |
| --- | ---- |
| 1   | CCS  |
`;

interface EditorState {
  readonly start: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
}
const looks = ({ disabled = false, invalid = false }: EditorState) => ({ disabled, ...(invalid && { 'aria-invalid': true }) });

const Code = ({ start, mode: first = 'sql', ...look }: EditorState & { readonly mode?: CodeMode }) => {
  const [text, setText] = useState(start);
  const [mode, setMode] = useState<CodeMode>(first);
  return <CodeEditor {...looks({ start, ...look })} value={text} onChange={setText} mode={mode} onMode={setMode} label="Code" />;
};
const Rich = ({ start, ...look }: EditorState) => {
  const [text, setText] = useState(start);
  return <RichEditor {...looks({ start, ...look })} value={text} onChange={setText} label="Formatted text" />;
};
const Marked = ({ start, ...look }: EditorState) => {
  const [text, setText] = useState(start);
  return <MarkdownEditor {...looks({ start, ...look })} value={text} onChange={setText} label="Markdown" />;
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'editor-code',
    title: ['代码编辑器', '程式碼編輯器', 'Code editor'],
    states: {
      empty: () => <Code start="" />,
      filled: () => <Code start={code} />,
      invalid: () => <Code start={'{ "state": '} mode="json" invalid />,
      disabled: () => <Code start={code} disabled />,
      loading: () => waiting,
      longText: () => <Code start={`// ${LONG.repeat(3)}\n`.repeat(60)} mode="javascript" />,
    },
  },
  {
    name: 'editor-rich',
    title: ['富文本编辑器', '富文本編輯器', 'Rich-text editor'],
    states: {
      empty: () => <Rich start="" />,
      filled: () => <Rich start={html} />,
      invalid: () => <Rich start="" invalid />,
      disabled: () => <Rich start={html} disabled />,
      loading: () => waiting,
      longText: () => <Rich start={`<p>${LONG.repeat(8)}</p>`.repeat(8)} />,
    },
  },
  {
    name: 'editor-markdown',
    title: ['Markdown 编辑器', 'Markdown 編輯器', 'Markdown editor'],
    states: {
      empty: () => <Marked start="" />,
      filled: () => <Marked start={markdown} />,
      invalid: () => <Marked start="" invalid />,
      disabled: () => <Marked start={markdown} disabled />,
      loading: () => waiting,
      longText: () => <Marked start={`${LONG.repeat(8)}\n\n`.repeat(8)} />,
    },
  },
];
