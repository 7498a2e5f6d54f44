import type { Markup } from '#kit/fields/field.ts';
import { SafeMarkdown } from '../editors/safe-markdown.tsx';
import { SafeHtml } from '../editors/safe-html.tsx';

/** A text with markup, formatted. */
export const MarkupText = ({ text, markup }: { readonly text: string; readonly markup: Markup }) =>
  markup === 'html' ? <SafeHtml html={text} /> : <SafeMarkdown text={text} />;
