import { commaList } from '#kit/fields/comma-list.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { msgType, openType, sendStatus } from './notice.codes.ts';

const states = valuesOf(sendStatus);
type SendState = (typeof states)[keyof typeof states];

/** The parts of a notice that are validated. */
interface NoticeDraft {
  readonly msgType: string;
  readonly userIds?: string | null;
  readonly startTime?: Date | null;
  readonly endTime?: Date | null;
  readonly openType?: string | null;
  readonly openPage?: string | null;
}

export const checkDraft = (draft: NoticeDraft): Verdict<NoticeDraft, 'notice.nobody' | 'notice.period' | 'notice.page'> => {
  if (draft.msgType === valuesOf(msgType).user && receiversOf(draft.userIds).length === 0) return deny('notice.nobody');
  if (draft.startTime && draft.endTime && draft.startTime >= draft.endTime) return deny('notice.period');
  // A link to another site would look like part of the product, so only paths of the product are allowed.
  if (draft.openPage && !/^\/(?!\/)[\w\-/?=&:.%]*$/.test(draft.openPage)) return deny('notice.page');
  return allow(draft);
};

/** The ids in a comma-separated list, with or without a comma at the end. */
export const receiversOf = (userIds: string | null | undefined): readonly string[] => [...new Set(commaList(userIds ?? ''))];

/** Releasing a released notice changes nothing. */
export const release = (state: SendState): 'done' | 'release' => (state === states.released ? 'done' : 'release');

export const revoke = (state: SendState): Verdict<'done' | 'revoke', 'notice.notReleased'> => {
  if (state === states.draft) return deny('notice.notReleased');
  return allow(state === states.revoked ? 'done' : 'revoke');
};

/** A released notice cannot be edited, because people may have read it. */
export const mayEdit = (state: SendState): Verdict<SendState, 'notice.released'> =>
  state === states.released ? deny('notice.released') : allow(state);

/** The page to which a notice links, if there is one. */
export const pageOf = (item: {
  readonly openType: string | null;
  readonly openPage: string | null;
  readonly busId: string | null;
}): string | undefined => {
  if (item.openType !== valuesOf(openType).component || !item.openPage) return undefined;
  if (!item.busId) return item.openPage;
  return `${item.openPage}${item.openPage.includes('?') ? '&' : '?'}id=${encodeURIComponent(item.busId)}`;
};
