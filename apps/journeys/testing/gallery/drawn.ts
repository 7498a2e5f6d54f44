import type { Page } from 'playwright-core';
import { blockFont } from './block-font.ts';

/** What a browser made of each exhibit of the gallery: a text for each, of a line for each thing that is seen. */
export type ComputedStyles = Readonly<Record<string, string>>;

/** Reads them as often as it is asked, of a page that is held still from now on. */
export const looksOf = async (page: Page): Promise<() => Promise<ComputedStyles>> => {
  await page.evaluate(holdStill, blockFont().toString('base64'));
  return () => page.evaluate<ComputedStyles>(`(() => { ${inPage}; return drawnNow(); })()`);
};

/** Widths of texts are those of one font on every machine, and nothing moves. */
const holdStill = async (font: string): Promise<void> => {
  const block = new FontFace(
    'Block',
    Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0)),
  );
  document.fonts.add(await block.load());
  const style = new CSSStyleSheet();
  style.replaceSync(`*, *::before, *::after { font-family: Block !important; animation: none !important; transition: none !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

// What follows runs in the page: it names nothing but what is sent along.

const drawnNow = (): ComputedStyles =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-exhibit]')].map((exhibit) => [
      exhibit.dataset['exhibit'] ?? '',
      [...exhibit.querySelectorAll<HTMLElement>('.ga-state')].map((state) => stateOf(state)).join(''),
    ]),
  );

const stateOf = (state: HTMLElement): string => {
  const origin = state.getBoundingClientRect();
  const lines = [...state.children].slice(1).flatMap((child) => linesOf(child, origin, ''));
  return [`== ${state.dataset['state']} ${sizeOf(origin)}`, ...lines, ''].join('\n');
};

const linesOf = (element: Element, origin: DOMRect, depth: string): readonly string[] => {
  const line = isSeen(element) ? lineOf(element, origin) : '';
  const inner = isPicture(element) ? [] : [...element.children].flatMap((child) => linesOf(child, origin, line === '' ? depth : `${depth} `));
  return line === '' ? inner : [depth + line, ...inner];
};

const isSeen = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
};

/** Places are counted from the corner of the state that shows the widget. */
const lineOf = (element: Element, origin: DOMRect): string => {
  const style = getComputedStyle(element);
  const picture = isPicture(element) ? ` ${pictureOf(element)} ${colourOf(style.color)}` : '';
  const text = isPicture(element) ? '' : dayless(textOf(element));
  const look = surfaceOf(style) + partOf(element, '::before') + partOf(element, '::after');
  if (picture + text + look === '') return '';
  const box = element.getBoundingClientRect();
  // The piece of a captcha lies somewhere else each time.
  const down = element instanceof HTMLImageElement && element.style.top !== '' ? '?' : Math.round(box.top - origin.top);
  const place = `${Math.round(box.left - origin.left)},${down} ${sizeOf(box)}`;
  const faint = style.opacity === '1' ? '' : ` opacity ${style.opacity}`;
  return `${place}${text && ` ${lettersOf(style)}`}${picture}${look}${faint}${text && ` ${JSON.stringify(text)}`}`;
};

const sizeOf = ({ width, height }: DOMRect): string => `${Math.round(width)}x${Math.round(height)}`;

const isPicture = (element: Element): boolean => element.matches('svg, img, canvas, video');

/** An icon without a name is known by the length of its drawing. */
const pictureOf = (element: Element): string =>
  element instanceof SVGElement ? `svg ${element.dataset['icon'] ?? `of ${element.innerHTML.length}`}` : element.localName;

const textOf = (element: Element): string => {
  if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) return element.checked ? '[x]' : '[ ]';
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.value === '' && element.placeholder !== '' ? `(${element.placeholder})` : element.value;
  const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue ?? '');
  return own.join(' ').replaceAll(/\s+/gu, ' ').trim();
};

/** Some days are those around today: their form is what is looked at. */
const dayless = (text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?(?: (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b)?)?/gu, (day) =>
    day.replaceAll(/\d/gu, '0').replace(/[A-Z][a-z]+/u, 'Day'),
  );

const lettersOf = (style: CSSStyleDeclaration): string => `${Number.parseFloat(style.fontSize)}/${style.fontWeight} ${colourOf(style.color)}`;

const surfaceOf = (style: CSSStyleDeclaration): string => {
  const back = colourOf(style.backgroundColor);
  const image = /^[a-z-]+/u.exec(style.backgroundImage)?.[0] ?? 'none';
  const ring = style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) === 0 ? '' : colourOf(style.outlineColor);
  const around = `${borderOf(style)}${ring && ` outline ${ring}`}${style.boxShadow === 'none' ? '' : ' shadow'}`;
  return `${back && ` on ${back}`}${image === 'none' ? '' : ` ${image}`}${around}`;
};

const borderOf = (style: CSSStyleDeclaration): string => {
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => {
    const [width = '', kind = '', paint = ''] = ['width', 'style', 'color'].map((what) => style.getPropertyValue(`border-${side}-${what}`));
    const seen = colourOf(paint);
    return Number.parseFloat(width) === 0 || seen === '' ? '-' : `${Number.parseFloat(width)}${kind === 'solid' ? '' : ` ${kind}`} ${seen}`;
  });
  if (sides.every((side) => side === '-')) return '';
  return ` border ${new Set(sides).size === 1 ? sides[0] : sides.join(', ')}`;
};

const partOf = (element: Element, which: '::before' | '::after'): string => {
  const style = getComputedStyle(element, which);
  if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return '';
  const words = /^"\s*"$/u.test(style.content) ? '' : ` ${lettersOf(style)} ${style.content}`;
  const look = words + surfaceOf(style);
  return look && ` ${which}${look}`;
};

/** `#rrggbb`, with what shows through; nothing of what nobody sees. */
const colourOf = (value: string): string => {
  if (!value.startsWith('rgb')) return value;
  const [red = 0, green = 0, blue = 0, alpha = 1] = value
    .slice(value.indexOf('(') + 1)
    .split(/[ ,/]+/u)
    .map((part) => Number.parseFloat(part));
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
  return alpha === 0 ? '' : `#${hex}${alpha === 1 ? '' : `/${alpha}`}`;
};

const inPage = Object.entries({
  drawnNow,
  stateOf,
  linesOf,
  isSeen,
  lineOf,
  sizeOf,
  isPicture,
  pictureOf,
  textOf,
  dayless,
  lettersOf,
  surfaceOf,
  borderOf,
  partOf,
  colourOf,
})
  .map(([name, act]) => `const ${name} = ${String(act)};`)
  .join('\n');
