import { useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { useSay } from '../language.ts';
import { richExtensions } from './extensions.ts';
import { htmlOf } from './html-of.ts';
import { richTools } from './tools.tsx';
import { Formatted, useAccessibleName, useEditable, WhileShown } from './writer.tsx';
import type { WriterProps } from './writer.tsx';
import { editorWords } from './words.ts';
import './editors.css';

export interface RichEditorProps extends WriterProps {
  readonly value: string;
  readonly onChange: (html: string) => void;
}

const HEIGHT_PX = 300;

/** Edits formatted text, which is stored as HTML with a short list of allowed elements. */
export const RichEditor = (props: RichEditorProps) => (
  <WhileShown>
    <Rich {...props} />
  </WhileShown>
);

const Rich = ({ value, onChange, ...props }: RichEditorProps) => {
  const { disabled = false, heightPx = HEIGHT_PX } = props;
  const say = useSay();
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  const editor = useEditor({
    extensions: richExtensions(),
    content: value,
    editable: !disabled,
    injectCSS: false,
    onUpdate: ({ editor: changed }) => latestOnChange.current(htmlOf(changed)),
  });
  useEffect(() => {
    if (editor.isDestroyed || value === htmlOf(editor)) return;
    // A newly loaded text has the cursor at its beginning. Otherwise it would be at the end, perhaps inside a table.
    if (!editor.isFocused) editor.chain().setContent(value, { emitUpdate: false }).setTextSelection(0).run();
  }, [editor, value]);
  useAccessibleName(editor, props, say(editorWords.written));
  useEditable(editor, disabled);
  return (
    <div className={`ed-box${disabled ? ' ed-shut' : ''}${props['aria-invalid'] ? ' ed-wrong' : ''}`}>
      <Formatted editor={editor} groups={richTools} disabled={disabled} heightPx={heightPx} />
    </div>
  );
};
