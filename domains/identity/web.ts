import type { Pages } from '#kit/web/pages.ts';
import type { AnyResource } from '#kit/resource/resource.ts';

export { sessionApi } from './session/session.ts';
export type { LoginAnswer, MenuAnswer } from './session/session.ts';

export const pages: Pages = {};

export const nouns: readonly AnyResource[] = [];
