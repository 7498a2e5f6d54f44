import type { Editor } from '@tiptap/core';
import { DOMSerializer } from '@tiptap/pm/model';

/** In this document no script runs and nothing is loaded. */
const inert = document.implementation.createHTMLDocument('');

/** The content of an editor as HTML; an empty text when it has no content. */
export const htmlOf = (editor: Editor): string => {
  if (editor.isEmpty) return '';
  const holder = inert.createElement('div');
  holder.append(DOMSerializer.fromSchema(editor.schema).serializeFragment(editor.state.doc.content, { document: inert }));
  // The editor keeps the address of a picture in `data-src`.
  return holder.innerHTML.replaceAll(/<img\b([^>]*?)\sdata-src="/g, '<img$1 src="');
};
