import { marked } from 'marked';
import { SafeHtml } from './safe-html.tsx';

/** Shows Markdown from users. The resulting HTML is sanitised like any other. */
export const SafeMarkdown = ({ text }: { readonly text: string }) => (
  <SafeHtml html={marked.parse(text, { async: false, gfm: true, breaks: true })} />
);
