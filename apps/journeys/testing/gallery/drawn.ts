import type { Page } from 'playwright-core';
import { blockFont } from './block-font.ts';

/** A visible element in a state of an exhibit. The elements inside a picture are left out. */
export interface DrawnElement {
  /** Name and first class, which identify the same element in another window. */
  readonly tag: string;
  /** Distances from the upper left corner of the state, and the size, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Letters, colours and borders; empty when only the elements inside are visible. */
  readonly look: string;
  readonly text: string;
  readonly inner: readonly DrawnElement[];
}

/** The gallery as the browser draws it: the states of each exhibit, by name. */
export type DrawnGallery = Readonly<Record<string, Readonly<Record<string, DrawnElement>>>>;

/** The colours of the theme as `#rrggbb`, by the names of their custom properties. */
export type ThemeColours = Readonly<Record<string, string>>;

/** Stops the animations of a page and returns a function that reads its gallery. */
export const galleryOf = async (page: Page): Promise<() => Promise<DrawnGallery>> => {
  await page.evaluate(freezePage, blockFont().toString('base64'));
  return () => page.evaluate<DrawnGallery>(`(() => { ${inPage}; return drawnNow(); })()`);
};

export const themeColoursOf = (page: Page, names: readonly string[]): Promise<ThemeColours> =>
  page.evaluate((all) => {
    const style = getComputedStyle(document.documentElement);
    // The build shortens colours to #fff.
    const whole = (value: string): string => (value.length === 4 ? value.replaceAll(/[0-9a-f]/giu, '$&$&') : value).toLowerCase();
    return Object.fromEntries(all.map((name) => [name, whole(style.getPropertyValue(`--co-${name}`).trim())]));
  }, names);

/** Sets one font, so that texts have the same width on every machine, and stops animations. */
const freezePage = async (font: string): Promise<void> => {
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

// The following functions run in the page. They may use only each other.

const drawnNow = (): DrawnGallery =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-exhibit]')].map((exhibit) => [
      exhibit.dataset['exhibit'] ?? '',
      Object.fromEntries([...exhibit.querySelectorAll<HTMLElement>('.ga-state')].map((state) => [state.dataset['state'] ?? '', stateOf(state)])),
    ]),
  );

/** The first child, the title of the state, is left out. */
const stateOf = (state: HTMLElement): DrawnElement => {
  const origin = state.getBoundingClientRect();
  const { width, height } = origin;
  return {
    tag: 'state',
    left: 0,
    top: 0,
    width,
    height,
    look: '',
    text: '',
    inner: [...state.children].slice(1).flatMap((child) => drawnOf(child, origin)),
  };
};

const drawnOf = (element: Element, origin: DOMRect): readonly DrawnElement[] => {
  const inner = isPicture(element) ? [] : [...element.children].flatMap((child) => drawnOf(child, origin));
  return isSeen(element) ? [elementOf(element, origin, inner)] : inner;
};

const isSeen = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
};

const elementOf = (element: Element, origin: DOMRect, inner: readonly DrawnElement[]): DrawnElement => {
  const style = getComputedStyle(element);
  const text = isPicture(element) ? '' : dayless(textOf(element));
  const letters = text === '' ? '' : lettersOf(style);
  const picture = isPicture(element) ? ` ${pictureOf(element)} ${colourOf(style.color)}` : '';
  const shown = letters + picture + surfaceOf(style) + partOf(element, '::before') + partOf(element, '::after');
  const faint = style.opacity === '1' ? '' : ` opacity ${style.opacity}`;
  // The piece of a captcha has another position each time.
  const isThrown = element instanceof HTMLImageElement && element.style.top !== '';
  const box = element.getBoundingClientRect();
  return {
    tag: `${element.localName}.${element.classList.item(0) ?? ''}`,
    left: box.left - origin.left,
    top: isThrown ? 0 : box.top - origin.top,
    width: box.width,
    height: box.height,
    look: (shown && shown + faint + (isThrown ? ' anywhere' : '')).trim(),
    text,
    inner,
  };
};

const isPicture = (element: Element): boolean => element.matches('svg, img, canvas, video');

/** An icon without a name is identified by the length of its SVG text. */
const pictureOf = (element: Element): string =>
  element instanceof SVGElement ? `svg ${element.dataset['icon'] ?? `of ${element.innerHTML.length}`}` : element.localName;

const textOf = (element: Element): string => {
  if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) return element.checked ? '[x]' : '[ ]';
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.value === '' && element.placeholder !== '' ? `(${element.placeholder})` : element.value;
  const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue ?? '');
  return own.join(' ').replaceAll(/\s+/gu, ' ').trim();
};

/** Some dates depend on today, so their digits are replaced by zeros. */
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

/** One entry for all sides where they are alike. */
const borderOf = (style: CSSStyleDeclaration): string => {
  const sides = ['top', 'right', 'bottom', 'left'].flatMap((side) => {
    const [width = '', kind = '', paint = ''] = ['width', 'style', 'color'].map((what) => style.getPropertyValue(`border-${side}-${what}`));
    const [thick, seen] = [Number.parseFloat(width), colourOf(paint)];
    if (thick === 0 || seen === '') return [];
    return [{ side, line: `${thick === 1 ? '' : `${thick} `}${kind === 'solid' ? '' : `${kind} `}${seen}` }];
  });
  const [first] = sides;
  if (sides.length === 4 && sides.every(({ line }) => line === first?.line)) return ` border ${first?.line}`;
  return sides.map(({ side, line }) => ` ${side} ${line}`).join('');
};

const partOf = (element: Element, which: '::before' | '::after'): string => {
  const style = getComputedStyle(element, which);
  if (style.content === 'none' || style.content === 'normal' || style.display === 'none' || style.opacity === '0') return '';
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
  drawnOf,
  isSeen,
  elementOf,
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
