import type { Editor } from '@tiptap/core';
import { DOMSerializer } from '@tiptap/pm/model';

/** Nothing made in it is ever loaded; a picture made in the page itself would be, without the session it needs. */
const inert = document.implementation.createHTMLDocument('');

/** What an editor holds, as HTML; empty when there is nothing in it. */
export const htmlOf = (editor: Editor): string => {
  if (editor.isEmpty) return '';
  const holder = inert.createElement('div');
  holder.append(DOMSerializer.fromSchema(editor.schema).serializeFragment(editor.state.doc.content, { document: inert }));
  return holder.innerHTML;
};
