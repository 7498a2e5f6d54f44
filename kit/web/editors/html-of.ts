import type { Editor } from '@tiptap/core';
import { DOMSerializer } from '@tiptap/pm/model';

/** Nothing made in it runs or is loaded. */
const inert = document.implementation.createHTMLDocument('');

/** What an editor holds, as HTML; empty when there is nothing in it. */
export const htmlOf = (editor: Editor): string => {
  if (editor.isEmpty) return '';
  const holder = inert.createElement('div');
  holder.append(DOMSerializer.fromSchema(editor.schema).serializeFragment(editor.state.doc.content, { document: inert }));
  // Pictures tell their address under another name while they are in the editor.
  return holder.innerHTML.replaceAll(/<img\b([^>]*?)\sdata-src="/g, '<img$1 src="');
};
