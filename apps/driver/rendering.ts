import type { DriverGunView } from '#domains/driver/resources.ts';
import type { Language } from './language.ts';

/** What a page begins with. The server renders it, and its script goes on from there. */
export interface PageStart {
  readonly language: Language;
  /** The host name that people compare with the one printed on the label. */
  readonly host: string;
  /** The server's clock, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The path before that of each call. */
  readonly api: string;
  readonly page: GunStart | OrderStart | AccountStart;
}

/** The page behind a QR code. Without an answer the label is not valid, or the server could not say more about it now. */
export interface GunStart {
  readonly kind: 'gun';
  readonly label: string;
  readonly gunNo: number;
  readonly answer: DriverGunView | null;
  /** The code of the refusal when there is no answer. */
  readonly code: string | null;
}

export interface OrderStart {
  readonly kind: 'order';
  readonly orderNo: string;
}

/** The account of a phone number. */
export interface AccountStart {
  readonly kind: 'account';
}

/** The first HTML of a page. */
export interface FirstHtml {
  readonly title: string;
  /** The content of the root element. */
  readonly html: string;
}

export type RenderFirstHtml = (start: PageStart) => FirstHtml;
