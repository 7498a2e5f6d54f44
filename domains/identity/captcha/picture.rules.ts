import { captchaSize } from './captcha.ts';

/** Pixels row by row, with `channels` bytes each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly bytes: Uint8Array;
}

export interface Puzzle {
  /** The left edge of the gap, which only the server knows. */
  readonly target: number;
  readonly top: number;
  readonly picture: Pixels;
  readonly piece: Pixels;
}

const { width, height, piece: side } = captchaSize;
/** The gap is far enough from the start to require a drag, and completely inside the picture. */
const targetRange = { left: 84, right: width - side - 10, top: 8, bottom: height - side - 8 } as const;
type Colour = readonly [number, number, number];
type Random = () => number;

/** Draws a random landscape with a gap, and the piece that fits into it. `random` returns numbers from 0 to below 1. */
export const drawPuzzle = (random: Random): Puzzle => {
  const randomBetween = (low: number, high: number): number => Math.round(low + random() * (high - low));
  const target = randomBetween(targetRange.left, targetRange.right);
  const top = randomBetween(targetRange.top, targetRange.bottom);
  const bytes = landscape(random);
  const decoy = { x: randomBetween(targetRange.left, targetRange.right), y: top > height / 3 ? targetRange.top : targetRange.bottom };
  const piece = cutPiece(bytes, target, top);
  // Where the decoy overlaps the gap, only the gap is drawn.
  forEachPixel(decoy.x, decoy.y, (x, y, part) => {
    if (shapeAt(x - target, y - top) === 0) tintPixel(bytes, (y * width + x) * 3, part === 2 ? 0.1 : -0.12);
  });
  forEachPixel(target, top, (x, y, part) => tintPixel(bytes, (y * width + x) * 3, part === 2 ? 0.55 : -0.5));
  return {
    target,
    top,
    picture: { width, height, channels: 3, bytes },
    piece: { width: side, height: side, channels: 4, bytes: piece },
  };
};

/** 0 outside the piece, 2 on its border, 1 inside: a square with a round tab on the right and a round notch below. */
const shape = (x: number, y: number): 0 | 1 | 2 => {
  if (!isInside(x, y)) return 0;
  return isInside(x - 2, y) && isInside(x + 2, y) && isInside(x, y - 2) && isInside(x, y + 2) ? 1 : 2;
};

const bodyPx = side - 9;
const TAB_RADIUS_PX = 8;
const isInside = (x: number, y: number): boolean => {
  const isInTab = (cx: number, cy: number): boolean => (x - cx) ** 2 + (y - cy) ** 2 <= TAB_RADIUS_PX ** 2;
  if (isInTab(bodyPx / 2, bodyPx + 6)) return false;
  return (x >= 0 && y >= 6 && x < bodyPx && y < bodyPx + 6) || isInTab(bodyPx, bodyPx / 2 + 6);
};

/** The shape is the same in every picture, so it is computed once. */
const shapes = Uint8Array.from({ length: side * side }, (_none, index) => shape(index % side, Math.floor(index / side)));
const shapeAt = (x: number, y: number): number => (x < 0 || y < 0 || x >= side || y >= side ? 0 : (shapes[y * side + x] ?? 0));

/** Calls the function for every pixel of the shape at a position of the picture. */
const forEachPixel = (left: number, top: number, work: (x: number, y: number, part: number) => void): void => {
  for (const [index, part] of shapes.entries()) if (part > 0) work(left + (index % side), top + Math.floor(index / side), part);
};

const cutPiece = (bytes: Uint8Array, left: number, top: number): Uint8Array => {
  const piece = new Uint8Array(side * side * 4);
  forEachPixel(left, top, (x, y, part) => {
    const offset = ((y - top) * side + (x - left)) * 4;
    const sourceOffset = (y * width + x) * 3;
    piece.set(bytes.subarray(sourceOffset, sourceOffset + 3), offset);
    if (part === 2) tintPixel(piece, offset, 0.75);
    piece[offset + 3] = 255;
  });
  return piece;
};

/** Lightens by a positive amount, and darkens by a negative one. */
const shadeChannel = (value: number, amount: number): number => Math.round(value + ((amount > 0 ? 255 : 0) - value) * Math.abs(amount));
const shade = ([red, green, blue]: Colour, amount: number): Colour => [
  shadeChannel(red, amount),
  shadeChannel(green, amount),
  shadeChannel(blue, amount),
];
const tintPixel = (bytes: Uint8Array, offset: number, amount: number): void => {
  for (let i = offset; i < offset + 3; i++) bytes[i] = shadeChannel(bytes[i] ?? 0, amount);
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
const HILLS_COUNT = 4;
const GRAIN_AMOUNT = 4;

/** Sky, sun and hills, with noise that hides edges from a simple script. */
const landscape = (random: Random): Uint8Array => {
  const [high, low] = skies[Math.floor(random() * skies.length)] ?? [
    [0, 0, 0],
    [255, 255, 255],
  ];
  const sun = { x: 40 + random() * (width - 80), y: 20 + random() * 40, r: 12 + random() * 14 };
  const hills = Array.from({ length: HILLS_COUNT }, (_none, index) => ({
    base: height * (0.42 + index * 0.15) + random() * 12,
    waves: [1, 2, 3].map((wave) => ({ size: (8 + random() * 12) / wave, pace: (wave * (0.8 + random())) / 60, phase: random() * 7 })),
    colour: shade(mixed(low, high, 0.35 + index * 0.18), -0.12 * index),
  }));
  const ridges = hills.map(({ base, waves }) =>
    Array.from({ length: width }, (_none, x) => waves.reduce((sum, { size, pace, phase }) => sum + size * Math.sin(x * pace + phase), base)),
  );
  const grain = Array.from({ length: Math.ceil(width / GRAIN_AMOUNT) * Math.ceil(height / GRAIN_AMOUNT) }, () => (random() - 0.5) * 0.09);
  const bytes = new Uint8Array(width * height * 3);
  const hazeColour = shade(low, 0.6);
  let offset = 0;
  for (let y = 0; y < height; y++) {
    const sky = mixed(high, low, y / height);
    for (let x = 0; x < width; x++, offset += 3) {
      let front = HILLS_COUNT - 1;
      while (front >= 0 && y < (ridges[front]?.[x] ?? height)) front--;
      const isSun = (x - sun.x) ** 2 + (y - sun.y) ** 2 < sun.r ** 2;
      const [red, green, blue] = hills[front]?.colour ?? (isSun ? hazeColour : sky);
      const amount = grain[Math.floor(y / GRAIN_AMOUNT) * Math.ceil(width / GRAIN_AMOUNT) + Math.floor(x / GRAIN_AMOUNT)] ?? 0;
      bytes[offset] = shadeChannel(red, amount);
      bytes[offset + 1] = shadeChannel(green, amount);
      bytes[offset + 2] = shadeChannel(blue, amount);
    }
  }
  return bytes;
};

const mixed = (from: Colour, to: Colour, ratio: number): Colour => {
  const mixChannel = (start: number, end: number): number => Math.round(start + (end - start) * Math.min(1, ratio));
  return [mixChannel(from[0], to[0]), mixChannel(from[1], to[1]), mixChannel(from[2], to[2])];
};
