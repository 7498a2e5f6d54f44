/** A mark on the map, and the width of what is written beside it, in CSS pixels. */
export interface NamedPlace {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly widthPx: number;
}

/** Where a name stands: the end of its text that is at `x`, and the middle of its lines. */
export interface NamePlace {
  readonly anchor: 'start' | 'end' | 'middle';
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Room {
  /** Of the map. */
  readonly width: number;
  readonly height: number;
  /** Of the two lines of a name. */
  readonly nameHeight: number;
  /** From a mark to its name. */
  readonly gap: number;
  /** So many names have room at most. */
  readonly most: number;
}

/**
 * The places of names beside, above or below their marks, in the sequence of the marks: a name covers no other name and no other mark. Undefined for
 * a mark whose name has no room.
 */
export const placeNames = (places: readonly NamedPlace[], { width, height, nameHeight, gap, most }: Room): readonly (NamePlace | undefined)[] => {
  const taken: Box[] = [];
  const marks = places.map(({ x, y, radius }): Box => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }));
  return places.map(({ x, y, radius, widthPx }, index) => {
    if (taken.length === most) return undefined;
    const [aside, above] = [radius + gap, radius + nameHeight / 2];
    const choices: readonly NamePlace[] = [
      { anchor: 'start', x: x + aside, y },
      { anchor: 'end', x: x - aside, y },
      { anchor: 'middle', x, y: y - above },
      { anchor: 'middle', x, y: y + above },
    ];
    const isFree = (box: Box): boolean =>
      box.left >= 0 &&
      box.right <= width &&
      box.top >= 0 &&
      box.bottom <= height &&
      taken.every((other) => isApart(box, other)) &&
      marks.every((mark, at) => at === index || isApart(box, mark));
    const boxOf = (choice: NamePlace): Box => {
      const left = choice.anchor === 'start' ? choice.x : choice.x - (choice.anchor === 'end' ? widthPx : widthPx / 2);
      return { left, right: left + widthPx, top: choice.y - nameHeight / 2, bottom: choice.y + nameHeight / 2 };
    };
    const chosen = choices.find((choice) => isFree(boxOf(choice)));
    if (chosen) taken.push(boxOf(chosen));
    return chosen;
  });
};

const isApart = (one: Box, other: Box): boolean =>
  one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom;
