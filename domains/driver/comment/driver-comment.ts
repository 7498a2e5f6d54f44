import { commentTag, CONTENT_MAX, COMMENT_TAGS_MAX, STARS_MAX } from '#domains/marketing/resources.ts';
import { choices, count, id, longText, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverCall, driverPath, visitCall } from '../driver-path.ts';
import { gunNo, labelText } from '../gun-view/gun-view.ts';

/** A comment as everybody may read it; its author is not named. Instants ISO 8601. */
export interface DriverComment {
  readonly commentId: string;
  readonly stars: number;
  readonly tags: readonly string[];
  readonly text: string;
  /** Of the operator. */
  readonly reply: string | null;
  readonly at: string;
}

/** The driver's own comment. */
export interface DriverOwnComment extends DriverComment {
  readonly state: 'waiting' | 'published' | 'rejected' | 'hidden';
  /** Why it was rejected or hidden. */
  readonly reason: string | null;
}

export interface DriverCommentView {
  /** Null: none yet. */
  readonly comment: DriverOwnComment | null;
  /** The charge is settled, was long enough, and ended not too long ago. */
  readonly mayWrite: boolean;
}

export interface DriverStationComments {
  /** The mean, such as 4.6; null while there are too few. */
  readonly stars: number | null;
  readonly count: number;
  /** The newest first. */
  readonly comments: readonly DriverComment[];
}

const orderNo = text({ min: 1, max: 40 });
const ofOrder = `${driverPath}/orders/:orderNo/comment`;

export const driverCommentApi = {
  /** The own comment on an order, and whether one may be written. */
  own: endpoint({ ...visitCall, method: 'GET', path: ofOrder, input: { orderNo }, output: opaque<DriverCommentView>() }),
  /** Comments on the station of a settled order, or changes the comment. 409 `driver.noComment`: not settled, too short or too long ago. */
  write: endpoint({
    ...visitCall,
    publicStatus: 201,
    method: 'POST',
    idempotent: true,
    path: ofOrder,
    input: {
      orderNo,
      stars: count({ min: 1, max: STARS_MAX }),
      tags: optional(choices(commentTag, { max: COMMENT_TAGS_MAX })),
      text: optional(longText({ max: CONTENT_MAX })),
    },
    output: opaque<DriverCommentView>(),
  }),
  /** What others say of the station of a gun, for anybody. */
  ofStation: endpoint({
    ...driverCall,
    method: 'GET',
    path: `${driverPath}/guns/:label/:gun/comments`,
    input: { label: labelText, gun: gunNo },
    output: opaque<DriverStationComments>(),
  }),
  /** Reports a comment to the operator; 404 `driver.commentUnknown`. */
  report: endpoint({
    ...visitCall,
    method: 'POST',
    idempotent: true,
    path: `${driverPath}/comments/:commentId/report`,
    input: { commentId: id() },
    output: opaque<{ readonly commentId: string }>(),
  }),
};
