import { LONG_NAME } from '#kit/web/gallery/charger.ts';
import { aligned } from './alignment.ts';
import type { Likeness } from './alignment.ts';
import type { ColourNames } from './colours.ts';
import type { DrawnElement } from './drawn.ts';

/** Where something lies in a window. */
export type Box = Pick<DrawnElement, 'left' | 'top' | 'width' | 'height'>;

/** One state of an exhibit in the three windows in which it is looked at. */
export interface StateInWindows {
  readonly light: DrawnElement;
  readonly dark: DrawnElement;
  readonly phone: DrawnElement;
}

/** An element by its look and text in the wide window and on the phone; in one of them it may be missing. */
export interface MergedElement {
  readonly wide?: Box;
  readonly phone?: Box;
  readonly wideWords: string;
  readonly phoneWords: string;
  readonly inner: readonly MergedElement[];
}

/** Everything that is visible of a state in any of its windows, with its colours by name. */
export const mergedWindows = ({ light, dark, phone }: StateInWindows, colours: ColourNames): readonly MergedElement[] =>
  seenOnly(merged(byName(light, dark, colours), phone.inner, colours));

/** An element whose look names colours by day and by night. */
interface NamedElement extends DrawnElement {
  readonly rawLook: string;
  readonly inner: readonly NamedElement[];
}

const byName = (light: DrawnElement, dark: DrawnElement | undefined, colours: ColourNames): readonly NamedElement[] =>
  light.inner.map((element, at) => {
    const night = dark?.inner[at];
    const look = night ? colours.pairIn(element.look, night.look) : colours.lightIn(element.look);
    return { ...element, look, rawLook: element.look, inner: byName(element, night, colours) };
  });

const merged = (wide: readonly NamedElement[], phone: readonly DrawnElement[], colours: ColourNames): readonly MergedElement[] =>
  aligned(wide, phone, sameElement).map(({ one, other }) => {
    if (one && other) {
      const phoneLook = one.rawLook === other.look ? one.look : colours.lightIn(other.look);
      return {
        wide: one,
        phone: other,
        wideWords: wordsOf(one.look, one.text),
        phoneWords: wordsOf(phoneLook, other.text),
        inner: merged(one.inner, other.inner, colours),
      };
    }
    if (one) return { wide: one, wideWords: wordsOf(one.look, one.text), phoneWords: '', inner: merged(one.inner, [], colours) };
    const words = other ? wordsOf(colours.lightIn(other.look), other.text) : '';
    return { ...(other && { phone: other }), wideWords: '', phoneWords: words, inner: merged([], other?.inner ?? [], colours) };
  });

/** The same element first; among the others, those that look the same. */
const sameElement: readonly Likeness<NamedElement, DrawnElement>[] = [
  { of: ({ tag }) => tag, ofOther: ({ tag }) => tag },
  { of: ({ rawLook, text }) => `${rawLook} ${text}`, ofOther: ({ look, text }) => `${look} ${text}` },
];

/** The usual letters are not written. */
const wordsOf = (look: string, text: string): string =>
  `${look.replace(/^13\/400 (?:text\b)?/u, '').trim()}${text && ` ${JSON.stringify(text.replaceAll(LONG_NAME, '<long name>'))}`}`.trim();

/** An element without a look of its own is replaced by the elements inside it. */
const seenOnly = (elements: readonly MergedElement[]): readonly MergedElement[] =>
  elements.flatMap((element) => {
    const inner = seenOnly(element.inner);
    return element.wideWords + element.phoneWords === '' ? inner : [{ ...element, inner }];
  });
