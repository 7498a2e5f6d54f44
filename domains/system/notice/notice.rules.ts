import { commaList } from '#kit/fields/comma-list.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { msgType, openType, sendStatus } from './notice.codes.ts';

const states = valuesOf(sendStatus);
type SendState = (typeof states)[keyof typeof states];

/** What a notice must be to be kept. */
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
  // An address of another site behind a title of ours would be a trap.
  if (draft.openPage && !/^\/(?!\/)[\w\-/?=&:.%]*$/.test(draft.openPage)) return deny('notice.page');
  return allow(draft);
};

/** The ids of a comma list; the family ends it with a comma, and one without loses nothing. */
export const receiversOf = (userIds: string | null | undefined): readonly string[] => [...new Set(commaList(userIds ?? ''))];

/** Releasing what is released changes nothing. */
export const release = (state: SendState): 'done' | 'release' => (state === states.released ? 'done' : 'release');

export const revoke = (state: SendState): Verdict<'done' | 'revoke', 'notice.notReleased'> => {
  if (state === states.draft) return deny('notice.notReleased');
  return allow(state === states.revoked ? 'done' : 'revoke');
};

/** A text that people read is not changed under them. */
export const mayEdit = (state: SendState): Verdict<SendState, 'notice.released'> =>
  state === states.released ? deny('notice.released') : allow(state);

/** Where a notice leads, when it leads to a page. */
export const pageOf = (item: {
  readonly openType: string | null;
  readonly openPage: string | null;
  readonly busId: string | null;
}): string | undefined => {
  if (item.openType !== valuesOf(openType).component || !item.openPage) return undefined;
  if (!item.busId) return item.openPage;
  return `${item.openPage}${item.openPage.includes('?') ? '&' : '?'}id=${encodeURIComponent(item.busId)}`;
};
