import { captchaSize } from './captcha.ts';

/** Pixels row by row, `channels` bytes each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly bytes: Uint8Array;
}

export interface Puzzle {
  /** The gap's left edge, which only the server knows. */
  readonly target: number;
  readonly top: number;
  readonly picture: Pixels;
  readonly piece: Pixels;
}

const { width, height, piece: side } = captchaSize;
/** The gap is far enough from the start to need a drag, and wholly inside the picture. */
const room = { left: 84, right: width - side - 10, top: 8, bottom: height - side - 8 } as const;
type Colour = readonly [number, number, number];
type Random = () => number;

/** A landscape nobody has seen before, with a gap in it and the piece that fills it. `random` answers from 0 to below 1. */
export const drawPuzzle = (random: Random): Puzzle => {
  const between = (low: number, high: number): number => Math.round(low + random() * (high - low));
  const target = between(room.left, room.right);
  const top = between(room.top, room.bottom);
  const scene = landscape(random);
  const decoy = { x: between(room.left, room.right), y: top > height / 3 ? room.top : room.bottom };
  const picture = new Uint8Array(width * height * 3);
  const piece = new Uint8Array(side * side * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = scene(x, y);
      const gap = shape(x - target, y - top);
      const faint = shape(x - decoy.x, y - decoy.y);
      picture.set(
        gap === 0 ? (faint === 0 ? colour : shade(colour, faint === 2 ? 0.1 : -0.12)) : shade(colour, gap === 2 ? 0.55 : -0.5),
        (y * width + x) * 3,
      );
      if (gap > 0) piece.set([...(gap === 2 ? shade(colour, 0.75) : colour), 255], ((y - top) * side + (x - target)) * 4);
    }
  return {
    target,
    top,
    picture: { width, height, channels: 3, bytes: picture },
    piece: { width: side, height: side, channels: 4, bytes: piece },
  };
};

/** 0 outside the piece, 2 on its rim, 1 within: a square with a round tab on the right and a round notch below. */
const shape = (x: number, y: number): 0 | 1 | 2 => {
  if (!isInside(x, y)) return 0;
  return isInside(x - 2, y) && isInside(x + 2, y) && isInside(x, y - 2) && isInside(x, y + 2) ? 1 : 2;
};

const body = side - 9;
const TAB = 8;
const isInside = (x: number, y: number): boolean => {
  const near = (cx: number, cy: number): boolean => (x - cx) ** 2 + (y - cy) ** 2 <= TAB ** 2;
  if (near(body / 2, body + 6)) return false;
  return (x >= 0 && y >= 6 && x < body && y < body + 6) || near(body, body / 2 + 6);
};

/** Light for a positive amount, dark for a negative one. */
const shade = (colour: Colour, amount: number): Colour => {
  const towards = amount > 0 ? 255 : 0;
  const mix = (value: number): number => Math.round(value + (towards - value) * Math.abs(amount));
  return [mix(colour[0]), mix(colour[1]), mix(colour[2])];
};

const skies: readonly (readonly [Colour, Colour])[] = [
  [
    [38, 84, 160],
    [246, 178, 132],
  ],
  [
    [24, 60, 110],
    [120, 190, 230],
  ],
  [
    [70, 60, 130],
    [240, 150, 160],
  ],
  [
    [20, 90, 110],
    [190, 225, 200],
  ],
];
const HILLS = 4;
const GRAIN = 4;

/** Sky, a sun and hills behind each other, with a grain that hides hard edges from a simple script. */
const landscape = (random: Random): ((x: number, y: number) => Colour) => {
  const [high, low] = skies[Math.floor(random() * skies.length)] ?? [
    [0, 0, 0],
    [255, 255, 255],
  ];
  const sun = { x: 40 + random() * (width - 80), y: 20 + random() * 40, r: 12 + random() * 14 };
  const hills = Array.from({ length: HILLS }, (_none, index) => ({
    base: height * (0.42 + index * 0.15) + random() * 12,
    waves: [1, 2, 3].map((wave) => ({ size: (8 + random() * 12) / wave, pace: (wave * (0.8 + random())) / 60, phase: random() * 7 })),
    colour: shade(mixed(low, high, 0.35 + index * 0.18), -0.12 * index),
  }));
  const ridges = hills.map(({ base, waves }) =>
    Array.from({ length: width }, (_none, x) => waves.reduce((sum, { size, pace, phase }) => sum + size * Math.sin(x * pace + phase), base)),
  );
  const grain = Array.from({ length: Math.ceil(width / GRAIN) * Math.ceil(height / GRAIN) }, () => (random() - 0.5) * 0.09);
  return (x, y) => {
    const front = ridges.findLastIndex((ridge) => y >= (ridge[x] ?? height));
    const isSun = (x - sun.x) ** 2 + (y - sun.y) ** 2 < sun.r ** 2;
    const colour = hills[front]?.colour ?? (isSun ? shade(low, 0.6) : mixed(high, low, y / height));
    return shade(colour, grain[Math.floor(y / GRAIN) * Math.ceil(width / GRAIN) + Math.floor(x / GRAIN)] ?? 0);
  };
};

const mixed = (from: Colour, to: Colour, part: number): Colour => {
  const mix = (one: number, other: number): number => Math.round(one + (other - one) * Math.min(1, part));
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
};
