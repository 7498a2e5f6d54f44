import { LanguageSupport, StreamLanguage } from '@codemirror/language';
import type { StreamParser } from '@codemirror/language';

const streamed = (parser: StreamParser<unknown>): LanguageSupport => new LanguageSupport(StreamLanguage.define(parser));

/** The languages of the code editor. Each is loaded when it is first chosen. */
export const codeModes = {
  css: { name: 'CSS', load: async () => (await import('@codemirror/lang-css')).css() },
  javascript: { name: 'JavaScript', load: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }) },
  html: { name: 'HTML', load: async () => (await import('@codemirror/lang-html')).html() },
  java: { name: 'Java', load: async () => (await import('@codemirror/lang-java')).java() },
  'objective-c': { name: 'Objective-C', load: async () => streamed((await import('@codemirror/legacy-modes/mode/clike')).objectiveC) },
  python: { name: 'Python', load: async () => (await import('@codemirror/lang-python')).python() },
  R: { name: 'R', load: async () => streamed((await import('@codemirror/legacy-modes/mode/r')).r) },
  shell: { name: 'Shell', load: async () => streamed((await import('@codemirror/legacy-modes/mode/shell')).shell) },
  sql: { name: 'SQL', load: async () => (await import('@codemirror/lang-sql')).sql() },
  swift: { name: 'Swift', load: async () => streamed((await import('@codemirror/legacy-modes/mode/swift')).swift) },
  vue: { name: 'Vue', load: async () => (await import('@codemirror/lang-vue')).vue() },
  markdown: { name: 'Markdown', load: async () => (await import('@codemirror/lang-markdown')).markdown() },
  json: { name: 'JSON', load: async () => (await import('@codemirror/lang-json')).json() },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly load: () => Promise<LanguageSupport> }>>;

export type CodeMode = keyof typeof codeModes;
