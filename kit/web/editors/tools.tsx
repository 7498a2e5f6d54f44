import type { Editor } from '@tiptap/core';
import BoldOutlined from '@ant-design/icons/BoldOutlined';
import CheckSquareOutlined from '@ant-design/icons/CheckSquareOutlined';
import CodeOutlined from '@ant-design/icons/CodeOutlined';
import ItalicOutlined from '@ant-design/icons/ItalicOutlined';
import LineOutlined from '@ant-design/icons/LineOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import OrderedListOutlined from '@ant-design/icons/OrderedListOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import StrikethroughOutlined from '@ant-design/icons/StrikethroughOutlined';
import TableOutlined from '@ant-design/icons/TableOutlined';
import UnderlineOutlined from '@ant-design/icons/UnderlineOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { editorWords as say } from './words.ts';

/** A button of the toolbar. A tool that opens a dialog has a name; the others act at once. */
export interface Tool {
  readonly key: string;
  readonly words: Words;
  readonly n?: number;
  readonly face: ReactNode;
  readonly run?: (editor: Editor) => unknown;
  readonly isOn?: (editor: Editor) => boolean;
  readonly can?: (editor: Editor) => boolean;
}

const heading = (level: 1 | 2 | 3): Tool => ({
  key: `heading${level}`,
  words: say.heading,
  n: level,
  face: <b>H{level}</b>,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});
const headings = [heading(1), heading(2), heading(3)];
const bold: Tool = {
  key: 'bold',
  words: say.bold,
  face: <BoldOutlined />,
  run: (e) => e.chain().focus().toggleBold().run(),
  isOn: (e) => e.isActive('bold'),
};
const italic: Tool = {
  key: 'italic',
  words: say.italic,
  face: <ItalicOutlined />,
  run: (e) => e.chain().focus().toggleItalic().run(),
  isOn: (e) => e.isActive('italic'),
};
const underline: Tool = {
  key: 'underline',
  words: say.underline,
  face: <UnderlineOutlined />,
  run: (e) => e.chain().focus().toggleUnderline().run(),
  isOn: (e) => e.isActive('underline'),
};
const strike: Tool = {
  key: 'strike',
  words: say.strike,
  face: <StrikethroughOutlined />,
  run: (e) => e.chain().focus().toggleStrike().run(),
  isOn: (e) => e.isActive('strike'),
};
const hr: Tool = { key: 'hr', words: say.hr, face: <LineOutlined />, run: (e) => e.chain().focus().setHorizontalRule().run() };
const quote: Tool = {
  key: 'quote',
  words: say.quote,
  face: <b>”</b>,
  run: (e) => e.chain().focus().toggleBlockquote().run(),
  isOn: (e) => e.isActive('blockquote'),
};
const ul: Tool = {
  key: 'ul',
  words: say.ul,
  face: <UnorderedListOutlined />,
  run: (e) => e.chain().focus().toggleBulletList().run(),
  isOn: (e) => e.isActive('bulletList'),
};
const ol: Tool = {
  key: 'ol',
  words: say.ol,
  face: <OrderedListOutlined />,
  run: (e) => e.chain().focus().toggleOrderedList().run(),
  isOn: (e) => e.isActive('orderedList'),
};
const task: Tool = {
  key: 'task',
  words: say.task,
  face: <CheckSquareOutlined />,
  run: (e) => e.chain().focus().toggleTaskList().run(),
  isOn: (e) => e.isActive('taskList'),
};

const itemIn = (editor: Editor): 'taskItem' | 'listItem' => (editor.isActive('taskItem') ? 'taskItem' : 'listItem');
const indent: Tool = {
  key: 'indent',
  words: say.indent,
  face: <MenuUnfoldOutlined />,
  run: (editor) => editor.chain().focus().sinkListItem(itemIn(editor)).run(),
  can: (editor) => editor.can().sinkListItem(itemIn(editor)),
};
const outdent: Tool = {
  key: 'outdent',
  words: say.outdent,
  face: <MenuFoldOutlined />,
  run: (editor) => editor.chain().focus().liftListItem(itemIn(editor)).run(),
  can: (editor) => editor.can().liftListItem(itemIn(editor)),
};
const table: Tool = {
  key: 'table',
  words: say.table,
  face: <TableOutlined />,
  run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  can: (editor) => !editor.isActive('table'),
};
const link: Tool = { key: 'link', words: say.link, face: <LinkOutlined />, isOn: (editor) => editor.isActive('link') };
const image: Tool = { key: 'image', words: say.image, face: <PictureOutlined /> };
const code: Tool = {
  key: 'code',
  words: say.inlineCode,
  face: <CodeOutlined />,
  run: (e) => e.chain().focus().toggleCode().run(),
  isOn: (e) => e.isActive('code'),
};
const codeBlock: Tool = {
  key: 'codeblock',
  words: say.codeBlock,
  face: <b>{'{ }'}</b>,
  run: (e) => e.chain().focus().toggleCodeBlock().run(),
  isOn: (e) => e.isActive('codeBlock'),
};
const undo: Tool = { key: 'undo', words: say.undo, face: <UndoOutlined />, run: (e) => e.chain().focus().undo().run(), can: (e) => e.can().undo() };
const redo: Tool = { key: 'redo', words: say.redo, face: <RedoOutlined />, run: (e) => e.chain().focus().redo().run(), can: (e) => e.can().redo() };

const inTable = (editor: Editor): boolean => editor.isActive('table');
/** These tools appear only while the cursor is in a table. */
export const tableTools: readonly Tool[] = [
  { key: 'addRow', words: say.addRow, face: '+↓', run: (e) => e.chain().focus().addRowAfter().run(), can: inTable },
  { key: 'addColumn', words: say.addColumn, face: '+→', run: (e) => e.chain().focus().addColumnAfter().run(), can: inTable },
  { key: 'dropRow', words: say.dropRow, face: '−↓', run: (e) => e.chain().focus().deleteRow().run(), can: inTable },
  { key: 'dropColumn', words: say.dropColumn, face: '−→', run: (e) => e.chain().focus().deleteColumn().run(), can: inTable },
  { key: 'dropTable', words: say.dropTable, face: '×', run: (e) => e.chain().focus().deleteTable().run(), can: inTable },
];

/** In the order and groups of the product family's editors. */
export const markdownTools: readonly (readonly Tool[])[] = [
  [...headings, bold, italic, strike],
  [hr, quote],
  [ul, ol, task, indent, outdent],
  [table, link],
  [code, codeBlock],
  [image],
  [undo, redo],
];
export const richTools: readonly (readonly Tool[])[] = [
  [...headings, bold, italic, underline, strike],
  [hr, quote],
  [ul, ol, indent, outdent],
  [table, link, image],
  [code, codeBlock],
  [undo, redo],
];
