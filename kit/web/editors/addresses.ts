import { BASE_PATH } from '#kit/resource/base-path.ts';
import { isEmbedded } from '../upload/stored.ts';

const STORED = `${BASE_PATH}/sys/common/static/`;

/** The `src` of a stored picture in a text. */
export const addressOf = (path: string): string => (isEmbedded(path) ? path : STORED + path);

/** The source of a picture in a text: a stored file, embedded data, a foreign site, or nothing that may be shown. */
export type PictureSource =
  | { readonly kind: 'stored'; readonly path: string }
  | { readonly kind: 'embedded'; readonly url: string }
  | { readonly kind: 'foreign'; readonly url: string; readonly host: string };

export const pictureOf = (src: string): PictureSource | undefined => {
  if (isEmbedded(src)) return { kind: 'embedded', url: src };
  const path = src.startsWith(STORED) ? src.slice(STORED.length) : undefined;
  if (path !== undefined) return /^[\w./-]+$/.test(path) && !path.includes('..') ? { kind: 'stored', path } : undefined;
  return isWebAddress(src) ? { kind: 'foreign', url: src, host: new URL(src).host } : undefined;
};

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
/** Whether a link in a text may lead to this address. */
export const isLink = (text: string): boolean => isWebAddress(text) || /^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]+)$/i.test(text);
