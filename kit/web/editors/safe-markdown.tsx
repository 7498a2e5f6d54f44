import { marked } from 'marked';
import { SafeHtml } from './safe-html.tsx';

/** Markdown that somebody wrote; what it becomes is built anew like all HTML that is shown. */
export const SafeMarkdown = ({ text }: { readonly text: string }) => (
  <SafeHtml html={marked.parse(text, { async: false, gfm: true, breaks: true })} />
);
