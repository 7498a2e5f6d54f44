import type { Plugin } from 'vite';

/** What of antd gets the lighter parts below: the table, the context of forms, and radio buttons. */
const LIGHTER_IN = /\/antd\/es\/(table\/hooks\/|form\/context\.|radio\/group\.)/u;
/**
 * antd's table brings a whole tree: to filter in its head, which ours do above it, and for the keys of nested rows, of which it gets what it calls.
 * Compare `node_modules/antd/es/table/hooks/useSelection.js`.
 */
const lighter: Readonly<Record<string, string>> = {
  './FilterDropdown': `export default () => { throw new Error('a column cannot filter in its head; see lighter-antd.ts'); };
    export const flattenKeys = () => [];`,
  // Every input looks whether a form is about it, which takes no more of forms than this.
  '@rc-component/form': `export { FormProvider } from '@rc-component/form/es/FormContext';`,
  // A group of radio buttons takes one word of it, and tables have them for single choice.
  '../form/hooks/useForm': `import { toArray } from 'antd/es/form/util';
    export const toNamePathStr = (name) => toArray(name).join('_');`,
  '@rc-component/tree': `export { conductCheck } from '@rc-component/tree/es/utils/conductUtil';
    export { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil';
    export const arrAdd = (list, value) => (list.includes(value) ? list : [...list, value]);
    export const arrDel = (list, value) => list.filter((other) => other !== value);`,
};

/** How antd's components say their style: a name, what makes the rules, and their own tokens. The rules come as a file (`kit/web/theme/theme.ts`), so their makers go. */
const STYLED = /\bgen(?:StyleHooks|SubStyleComponent|ComponentStyleHook)\(/u;
const withoutStyles = (code: string, program: unknown): string =>
  makersIn(program)
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}null${text.slice(end)}`, code);

const VIRTUAL = '\0lighter:';
export const lighterAntd: Plugin = {
  name: 'lighter-antd',
  enforce: 'pre',
  resolveId: (source, importer) => (importer && LIGHTER_IN.test(importer) && source in lighter ? VIRTUAL + source : undefined),
  load: (id) => (id.startsWith(VIRTUAL) ? lighter[id.slice(VIRTUAL.length)] : undefined),
  transform: {
    filter: { id: /\/antd\/(es\/.+\.js|dist\/antd\.css)$/u },
    handler(code, id) {
      if (id.endsWith('.css')) return { code: withoutAbsent(code), map: null };
      return STYLED.test(code) ? { code: withoutStyles(code, this.parse(code)), map: null } : undefined;
    },
  },
  generateBundle(_options, bundle) {
    const used = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    const bare = used.find((id) => ABSENT_SOURCE.test(id));
    if (bare) this.error(`${bare} is used, and its rules are left out of the page: take it from the absent in lighter-antd.ts`);
  },
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The second argument of each such call, somewhere in a tree of syntax. */
const makersIn = (part: unknown): readonly Span[] => {
  if (Array.isArray(part)) return part.flatMap(makersIn);
  if (!isRecord(part)) return [];
  const { type, callee, arguments: given } = part;
  const maker: unknown =
    type === 'CallExpression' && isRecord(callee) && MAKER.test(String(callee['name'])) && Array.isArray(given) ? given[1] : undefined;
  return isSpan(maker) ? [maker] : Object.values(part).flatMap(makersIn);
};
const MAKER = /^gen(StyleHooks|SubStyleComponent|ComponentStyleHook)$/u;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isSpan = (value: unknown): value is Span => isRecord(value) && typeof value['start'] === 'number' && typeof value['end'] === 'number';

/** Components that no page has, as their folder is called and as their classes begin. */
const absent = {
  affix: 'affix',
  anchor: 'anchor',
  avatar: 'avatar',
  'back-top': 'back-top',
  'border-beam': 'border-beam',
  calendar: 'picker-calendar',
  card: 'card',
  carousel: 'carousel',
  'color-picker': 'color-picker',
  'float-button': 'float-btn',
  list: 'list',
  listy: 'listy',
  masonry: 'masonry',
  mentions: 'mentions',
  popconfirm: 'popconfirm',
  rate: 'rate',
  result: 'result',
  slider: 'slider',
  splitter: 'splitter',
  statistic: 'statistic',
  steps: 'steps',
  timeline: 'timeline',
  tour: 'tour',
  transfer: 'transfer',
} as const;
const ABSENT_SOURCE = new RegExp(`/antd/es/(${Object.keys(absent).join('|')})/style/`, 'u');
/** Their classes, and the custom properties that were those of the page on which the file was made. */
const ABSENT_RULE = new RegExp(String.raw`\.ant-(${Object.values(absent).join('|')})\b|\.css-var-`, 'u');

/** antd's rules without those that could match nothing here. Inside of a media query all stay. */
const withoutAbsent = (css: string): string =>
  statementsOf(css)
    .filter(
      (rule) =>
        !selectorOf(rule)
          .split(',')
          .every((selector) => ABSENT_RULE.test(selector)),
    )
    .join('');
const selectorOf = (rule: string): string => rule.slice(0, rule.indexOf('{'));

/** The rules of a stylesheet in one piece each. */
const statementsOf = (css: string): readonly string[] => {
  const statements: string[] = [];
  let [depth, begin] = [0, 0];
  for (const { 0: brace, index } of css.matchAll(/[{}]/gu)) {
    depth += brace === '{' ? 1 : -1;
    if (depth > 0) continue;
    statements.push(css.slice(begin, index + 1));
    begin = index + 1;
  }
  return statements;
};
