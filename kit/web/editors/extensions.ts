import type { Extensions } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { TableKit } from '@tiptap/extension-table';
import { Markdown } from '@tiptap/markdown';
import { StarterKit } from '@tiptap/starter-kit';
import { isLink } from './addresses.ts';
import { Picture } from './image-node.ts';

const kit = {
  heading: { levels: [1, 2, 3, 4] as [1, 2, 3, 4] },
  link: { openOnClick: false, autolink: true, isAllowedUri: isLink, HTMLAttributes: { target: null, rel: null, class: null } },
  trailingNode: false as const,
};
const shared = (): Extensions => [Picture, TableKit.configure({ table: { resizable: false } })];

/** The elements of formatted text: exactly those that the server allows. */
export const richExtensions = (): Extensions => [StarterKit.configure(kit), ...shared()];
export const markdownExtensions = (): Extensions => [
  StarterKit.configure({ ...kit, underline: false }),
  ...shared(),
  TaskList,
  TaskItem.configure({ nested: true }),
  Markdown,
];
