import type { Editor } from '@tiptap/core';
import { EditorContent } from '@tiptap/react';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ImageDialog } from './image-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ToolBar } from './tool-bar.tsx';
import type { Tool } from './tools.tsx';
import { useLabel } from './use-label.ts';
import type { ControlProps } from '../control-props.ts';

export interface WriterProps extends ControlProps {
  readonly disabled?: boolean;
  readonly label?: string;
  readonly heightPx?: number;
}

/** Makes a disabled editor read-only. */
export const useEditable = (editor: Editor, disabled: boolean): void =>
  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!disabled, false);
  }, [editor, disabled]);

/** Gives an editor the accessible name of its form label. */
export const useAccessibleName = (editor: Editor, props: WriterProps, fallback: string): void => {
  const enter = useCallback(() => void editor.commands.focus(), [editor]);
  const called = useLabel(props.id, enter);
  const attributes = JSON.stringify(attributesOf({ ...props, ...(called !== undefined && { label: called }) }, fallback));
  useEffect(() => {
    const reportedAttributes: unknown = JSON.parse(attributes);
    if (!editor.isDestroyed && typeof reportedAttributes === 'object' && reportedAttributes !== null)
      editor.setOptions({ editorProps: { attributes: { ...reportedAttributes } } });
  }, [editor, attributes]);
};

/** The ARIA attributes of the element that is edited. */
const attributesOf = (props: WriterProps, label: string): Record<string, string> => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': props.label ?? label,
  class: 'ed-text co-html',
  ...(props.id !== undefined && { id: props.id }),
  ...(props['aria-required'] && { 'aria-required': 'true' }),
  ...(props['aria-invalid'] && { 'aria-invalid': 'true' }),
  ...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] }),
  ...(props.disabled && { 'aria-readonly': 'true', tabindex: '0' }),
});

interface FormattedProps {
  readonly editor: Editor;
  readonly groups: readonly (readonly Tool[])[];
  readonly disabled: boolean;
  readonly heightPx: number;
}

/** An editor is destroyed when its effects end, as for a hidden tab, so it is created again when the tab is shown again. */
export const WhileShown = ({ children }: { readonly children: ReactNode }) => {
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- that effects run is the very thing to know
    setShown(true);
    return () => setShown(false);
  }, []);
  return shown && children;
};

/** An editor with its toolbar and dialogs. */
export const Formatted = ({ editor, groups, disabled, heightPx }: FormattedProps) => {
  const [openTool, setOpenTool] = useState<string>();
  const close = (): void => setOpenTool(undefined);
  const href: unknown = editor.getAttributes('link')['href'];
  const link = (next: string): void => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (next === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: next, marks: [{ type: 'link', attrs: { href: next } }] }).run();
    else chain.setLink({ href: next }).run();
  };
  return (
    <>
      <ToolBar editor={editor} groups={groups} disabled={disabled} onAsk={setOpenTool} />
      <EditorContent editor={editor} className="ed-place" style={{ height: heightPx }} />
      {openTool === 'image' && <ImageDialog onDone={(picture) => editor.chain().focus().setImage(picture).run()} onClose={close} />}
      {openTool === 'link' && <LinkDialog initial={typeof href === 'string' ? href : ''} onDone={link} onClose={close} />}
    </>
  );
};
