import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { ComputedStyles } from './looks.ts';

const FOLDER = path.resolve(import.meta.dirname, '../goldens/gallery');
/** How long exhibits may take to look as they were reviewed, on a machine that is busy. */
const SETTLED_MS = 10_000;
const PAUSE_MS = 250;

/** Judges what exhibits look like by what was reviewed; UPDATE_GOLDENS=1 writes it anew. */
export const expectAsReviewed = async (name: string, read: () => Promise<ComputedStyles>): Promise<void> => {
  const folder = path.join(FOLDER, name);
  if (process.env['UPDATE_GOLDENS'] === '1') keep(folder, await settled(read, (now, before) => same(now, before)));
  const reviewed = kept(folder);
  const looks = await settled(read, (now) => same(now, reviewed));
  expect(Object.keys(looks).toSorted(), 'exhibits of the gallery').toEqual(Object.keys(reviewed).toSorted());
  for (const [exhibit, look] of Object.entries(looks))
    expect.soft(look, `${name}/${exhibit}: UPDATE_GOLDENS=1 writes it anew; read the difference`).toBe(reviewed[exhibit]);
};

/** Reads until it is enough, or for too long. */
const settled = async (
  read: () => Promise<ComputedStyles>,
  enough: (now: ComputedStyles, before: ComputedStyles) => boolean,
): Promise<ComputedStyles> => {
  const until = performance.now() + SETTLED_MS;
  let before: ComputedStyles = {};
  for (;;) {
    const now = await read();
    if (enough(now, before) || performance.now() > until) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

const same = (one: ComputedStyles, other: ComputedStyles): boolean =>
  Object.keys({ ...one, ...other }).every((exhibit) => one[exhibit] === other[exhibit]);

const keep = (folder: string, looks: ComputedStyles): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [exhibit, look] of Object.entries(looks)) writeFileSync(path.join(folder, `${exhibit}.txt`), look);
};
const kept = (folder: string): ComputedStyles => {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(files.map((file) => [path.basename(file, '.txt'), readFileSync(path.join(folder, file), 'utf8')]));
};
