import { useEditor } from '@tiptap/react';
import { Segmented, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSay } from '../language.ts';
import { markdownExtensions } from './extensions.ts';
import { markdownTools } from './tools.tsx';
import { Formatted, useAccessibleName, useEditable, WhileShown } from './writer.tsx';
import type { WriterProps } from './writer.tsx';
import { editorWords } from './words.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';
import './editors.css';

const CodeEditor = lazyComponent(
  () => import('./code-editor.tsx').then((code) => code.CodeEditor),
  ({ heightPx: height }) => <Skeleton.Node active style={{ width: '100%', height }} />,
);

export interface MarkdownEditorProps extends WriterProps {
  readonly value: string;
  readonly onChange: (markdown: string) => void;
}

const heights = { usualPx: 300, leastPx: 200 } as const;
type View = 'written' | 'source';

/** Edits Markdown, either formatted or as source text. */
export const MarkdownEditor = (props: MarkdownEditorProps) => {
  const { value, onChange, disabled = false, heightPx = heights.usualPx } = props;
  const say = useSay();
  const [view, setView] = useState<View>('written');
  const height = Math.max(heights.leastPx, heightPx);
  return (
    <div className={`ed-box${disabled ? ' ed-shut' : ''}${props['aria-invalid'] ? ' ed-wrong' : ''}`}>
      {view === 'written' ? (
        <WhileShown>
          <Written {...props} heightPx={height} />
        </WhileShown>
      ) : (
        <CodeEditor {...props} value={value} onChange={onChange} mode="markdown" heightPx={height} />
      )}
      <Segmented<View>
        size="small"
        className="ed-views"
        aria-label={say(editorWords.view)}
        value={view}
        onChange={setView}
        options={[
          { value: 'written', label: say(editorWords.written) },
          { value: 'source', label: say(editorWords.source) },
        ]}
      />
    </div>
  );
};

const Written = ({ value, onChange, heightPx, ...props }: MarkdownEditorProps & { readonly heightPx: number }) => {
  const { disabled = false } = props;
  const say = useSay();
  const latestOnChange = useRef(onChange);
  /** The text that this editor last sent or received; any other value came from elsewhere. */
  const reportedText = useRef(value);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  const editor = useEditor({
    extensions: markdownExtensions(),
    content: value,
    contentType: 'markdown',
    editable: !disabled,
    injectCSS: false,
    onUpdate: ({ editor: changed }) => {
      reportedText.current = changed.isEmpty ? '' : changed.getMarkdown();
      latestOnChange.current(reportedText.current);
    },
  });
  useEffect(() => {
    if (editor.isDestroyed || value === reportedText.current) return;
    reportedText.current = value;
    editor.commands.setContent(value, { contentType: 'markdown', emitUpdate: false });
  }, [editor, value]);
  useAccessibleName(editor, props, say(editorWords.written));
  useEditable(editor, disabled);
  return <Formatted editor={editor} groups={markdownTools} disabled={disabled} heightPx={heightPx} />;
};
