import { aligned } from './alignment.ts';
import type { Likeness } from './alignment.ts';
import type { ColourNames } from './colours.ts';
import { mergedWindows } from './merged-windows.ts';
import type { Box, MergedElement, StateInWindows } from './merged-windows.ts';

/**
 * The lines that describe an exhibit. A state is written as the difference from an earlier one where that is shorter.
 * The head of the golden explains the notation.
 */
export const linesOfExhibit = (states: Readonly<Record<string, StateInWindows>>, colours: ColourNames): readonly string[] => {
  const earlier: { readonly name: string; readonly inner: readonly DescribedElement[] }[] = [];
  return Object.entries(states).flatMap(([name, windows]) => {
    const { light, phone } = windows;
    const inner = described(mergedWindows(windows, colours), { wide: light, phone });
    const size = `${either(Math.round(light.width), Math.round(phone.width))}x${either(Math.round(light.height), Math.round(phone.height))}`;
    const whole = likeBefore(inner);
    let shortest: StateText = { title: `${name} ${size}`, inner: whole, length: flatOf(whole).length };
    for (const other of earlier) {
      const changes = likeBefore(changesOf(inner, other.inner));
      const length = flatOf(changes).length;
      if (length < shortest.length * WORTH) shortest = { title: `${name} ${size} as ${other.name}`, inner: changes, length };
    }
    earlier.push({ name, inner });
    return linesOfState(shortest);
  });
};

/** A difference is written only where it is clearly shorter than the whole. */
const WORTH = 0.9;
const LINE_MAX = 150;

interface StateText {
  readonly title: string;
  readonly inner: readonly DescribedElement[];
  readonly length: number;
}

const linesOfState = ({ title, inner }: StateText): readonly string[] => {
  const whole = inner.length === 0 ? title : `${title}: ${flatOf(inner)}`;
  return whole.length <= LINE_MAX ? [whole] : [title, ...filled(inner, '  ')];
};

/** An element in the notation of the golden. */
interface DescribedElement {
  readonly head: string;
  /** Of the head, without the place. */
  readonly words: string;
  readonly inner: readonly DescribedElement[];
  /** All of it on one line. */
  readonly flat: string;
}

const describe = ({ head, words, inner }: Omit<DescribedElement, 'flat'>): DescribedElement => ({
  head,
  words,
  inner,
  flat: inner.length === 0 ? head : `${head} { ${flatOf(inner)} }`,
});
const flatOf = (all: readonly DescribedElement[]): string => all.map(({ flat }) => flat).join('; ');

type Windows = Pick<MergedElement, 'wide' | 'phone'>;

const described = (elements: readonly MergedElement[], parent: Windows): readonly DescribedElement[] => {
  const wide = placesOf(
    elements.map((each) => each.wide),
    parent.wide,
  );
  const phone = placesOf(
    elements.map((each) => each.phone),
    parent.phone,
  );
  return elements.map((element, at) => {
    const where = whereOf(wide[at], phone[at]);
    // What is written of a parent holds for everything inside it.
    const only = element.phone === undefined && parent.phone ? 'wide ' : element.wide === undefined && parent.wide ? 'phone ' : '';
    const words =
      only !== '' || !element.wide || !element.phone || element.wideWords === element.phoneWords
        ? element.wideWords || element.phoneWords
        : `${element.wideWords || '-'} | ${element.phoneWords || '-'}`;
    return describe({ head: `${only}${where}${words && ` ${words}`}`, words, inner: described(element.inner, element) });
  });
};

/** Where something lies: in a new row, or beside what comes before it. */
interface ElementPosition {
  readonly isRow: boolean;
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
  /** In the two windows these tell how much wider the parent is in one of them. */
  readonly parentWidth: number;
}

const placesOf = (boxes: readonly (Box | undefined)[], parent: Box | undefined): readonly (ElementPosition | undefined)[] => {
  let bottom = parent?.top ?? 0;
  let before: Box | undefined;
  return boxes.map((box) => {
    if (!box || !parent) return undefined;
    const isRow = !before || box.top >= bottom - 1 || box.left < before.left;
    const place = {
      isRow,
      across: Math.round(isRow || !before ? box.left - parent.left : box.left - before.left - before.width),
      down: Math.round(isRow || !before ? box.top - bottom : box.top - before.top),
      width: Math.round(box.width),
      height: Math.round(box.height),
      parentWidth: Math.round(parent.width),
    };
    bottom = Math.max(bottom, box.top + box.height);
    before = box;
    return place;
  });
};

const whereOf = (wide: ElementPosition | undefined, phone: ElementPosition | undefined): string => {
  const [one = phone, other = wide] = [wide, phone];
  if (!one || !other) return '';
  const growth = one.parentWidth - other.parentWidth;
  const size = `${either(one.width, other.width, growth)}x${either(one.height, other.height)}`;
  if (one.isRow !== other.isRow) return `${cornerOf(one)}|${cornerOf(other)} ${size}`;
  const across = either(one.across, other.across, one.isRow ? growth : 0);
  const down = either(one.down, other.down);
  return `${cornerIn(one.isRow, across, down)} ${size}`;
};

const cornerOf = ({ isRow, across, down }: ElementPosition): string => cornerIn(isRow, String(across), String(down));
const cornerIn = (isRow: boolean, across: string, down: string): string => {
  if (isRow) return `${across},${down}`;
  return down === '0' ? `>${across}` : `>${across},${down}`;
};

/** A number in the wide window and on the phone; `~` where it differs by as much as the width of the parent. */
const either = (wide: number, phone: number, growth = 0): string => {
  if (wide === phone) return `${wide}`;
  return wide - phone === growth ? `${wide}~` : `${wide}|${phone}`;
};

/** As many elements as fit on each line; one that is too long gets lines of its own. */
const filled = (all: readonly DescribedElement[], indent: string): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const { head, inner, flat } of all) {
    if (indent.length + flat.length <= LINE_MAX || inner.length === 0) {
      if (line !== '' && line.length + 2 + flat.length > LINE_MAX) end();
      line = line === '' ? indent + flat : `${line}; ${flat}`;
      continue;
    }
    end();
    const opened = filled(inner, `${indent} `);
    lines.push(`${indent}${head} {`, ...opened.slice(0, -1), `${opened.at(-1) ?? ''} }`);
  }
  end();
  return lines;
};

/** The steps from one list of elements to another: `=n` keeps elements, `-n` drops them, `~` changes what is inside one. */
const changesOf = (now: readonly DescribedElement[], before: readonly DescribedElement[]): readonly DescribedElement[] => {
  const steps: DescribedElement[] = [];
  let [kept, dropped] = [0, 0];
  const count = (): void => {
    if (kept > 0) steps.push(step(`=${kept}`));
    if (dropped > 0) steps.push(step(`-${dropped}`));
    [kept, dropped] = [0, 0];
  };
  for (const { one, other } of aligned(now, before, sameInGolden)) {
    if (one && one.flat === other?.flat) {
      if (dropped > 0) count();
      kept += 1;
      continue;
    }
    const changed = one && other && changedFrom(one, other, `~${one.head}`);
    // Dropped elements may be written after those that replace them, but before a change, which applies to the next one.
    if (one && (kept > 0 || changed)) count();
    if (one) steps.push(changed ?? one);
    if (other && !changed) dropped += 1;
  }
  count();
  return steps;
};

/** An element as the difference from another one, where that is shorter. */
const changedFrom = (one: DescribedElement, other: DescribedElement, head: string): DescribedElement | undefined => {
  if (one.inner.length === 0) return undefined;
  const changed = describe({ ...one, head, inner: changesOf(one.inner, other.inner) });
  return changed.flat.length < one.flat.length * WORTH ? changed : undefined;
};

/** Writes rows and the like as differences from the one before (`&`), and counts equal elements (`3 x`). */
const likeBefore = (all: readonly DescribedElement[]): readonly DescribedElement[] => {
  const shown: DescribedElement[] = [];
  let times = 1;
  for (const [at, one] of all.entries()) {
    const before = all[at - 1];
    if (before?.flat === one.flat) {
      times += 1;
      continue;
    }
    counted(shown, times);
    times = 1;
    const isAlike = before !== undefined && !/^[~=-]/u.test(before.head) && !one.head.startsWith('~') && kindOf(before) === kindOf(one);
    shown.push((isAlike ? changedFrom(one, before, `${one.head} &`) : undefined) ?? describe({ ...one, inner: likeBefore(one.inner) }));
  }
  counted(shown, times);
  return shown;
};
const counted = (shown: DescribedElement[], times: number): void => {
  const last = shown.pop();
  if (last) shown.push(times > 1 ? describe({ ...last, head: `${times} x ${last.head}` }) : last);
};

const step = (head: string): DescribedElement => describe({ head, words: '', inner: [] });
const kindOf = ({ words, inner }: DescribedElement): string => `${words} ${inner.length > 0}`;

/** Equal elements first; among the others, those with the same look of which both or neither have elements inside. */
const sameInGolden: readonly Likeness<DescribedElement, DescribedElement>[] = [
  { of: ({ flat }) => flat, ofOther: ({ flat }) => flat },
  { of: kindOf, ofOther: kindOf },
];
