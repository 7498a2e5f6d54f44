import { choice, count, decimal, id, instant, json, longText, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, pageOf, rowOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { commentStatus, machineVerdict } from './comment.codes.ts';

export const STARS_MAX = 5;
export const CONTENT_MAX = 500;
export const COMMENT_TAGS_MAX = 5;

/** What a driver says of the station of a settled order. */
export const comment = resource({
  name: 'comment',
  path: '/deal/commentbackend',
  table: 'comment',
  key: 'commentId',
  title: 'chargingOrderNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'commentTime', order: 'desc' },
  fields: {
    commentId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    commentTime: readOnly(instant({ filter: 'between', sort: true })),
    score: readOnly(count({ min: 1, max: STARS_MAX, filter: 'equals' })),
    content: readOnly(longText({ max: CONTENT_MAX, filter: 'contains' })),
    /** Of `commentTag`. */
    tagCodes: readOnly(json<readonly string[]>()),
    commentStatus: readOnly(choice(commentStatus, { filter: 'equals' })),
    machineVerdict: readOnly(choice(machineVerdict, { filter: 'equals' })),
    /** Blocked words, and the kinds of what else was found: `link`, `phone`, `repeated`. */
    machineFound: readOnly(json<readonly string[]>()),
    reportCount: readOnly(count()),
    reply: readOnly(optional(longText({ max: 300 }))),
    replyBy: readOnly(optional(text({ max: 64 }))),
    replyTime: readOnly(optional(instant())),
    auditBy: readOnly(optional(text({ max: 64 }))),
    auditTime: readOnly(optional(instant())),
    auditReason: readOnly(optional(longText({ max: 200 }))),
    editedTime: readOnly(optional(instant())),
    chargingOrderId: readOnly(id()),
    chargingOrderNo: readOnly(text({ max: 64, filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    gunNumber: readOnly(count({ min: 1, max: 99 })),
    /** When the charge began. */
    chargeTime: readOnly(instant()),
    chargeMinutes: readOnly(count({ unit: 'min' })),
    chargingElec: readOnly(decimal({ scale: 4, unit: 'kWh' })),
    /** The author, where somebody had signed in. */
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
  },
});

/** How many comments wait for whom; within the scope of the viewer. */
export interface CommentCounts {
  readonly pending: number;
  /** Published and reported by somebody, or hidden by reports. */
  readonly reported: number;
}

/** The result of judging several comments. */
export interface JudgedComments {
  readonly done: readonly string[];
  readonly left: readonly { readonly id: string; readonly reason: string }[];
}

const { queryById, delete: deleteOne, deleteBatch, exportXls } = crud(comment);
const path = (name: string): string => `${comment.path}/${name}`;

export const commentApi = {
  list: endpoint({ method: 'GET', path: path('getCommentList'), allow: 'comment:list', input: {}, listOf: comment, output: pageOf(comment.fields) }),
  queryById,
  /** What waits to be judged. */
  counts: endpoint({ method: 'GET', path: path('getCommentCounts'), allow: 'comment:list', input: {}, output: opaque<CommentCounts>() }),
  /** Publishes, rejects or hides comments, each on its own. `reason` is required to reject and to hide, and its author reads it. */
  updateCommentStatus: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: path('updateCommentStatus'),
    allow: 'comment:edit',
    input: {
      id: optional(id()),
      /** Ids separated by commas. */
      ids: optional(longText({ min: 1, max: 8_000 })),
      commentStatus: choice(commentStatus),
      reason: optional(longText({ max: 200 })),
      /** The version that was read, for a single comment. */
      version: optional(count()),
    },
    output: opaque<JudgedComments>(),
  }),
  /** The answer of the operator, which drivers see below the comment. An empty one takes it back. */
  reply: endpoint({
    method: 'POST',
    path: path('reply'),
    allow: 'comment:reply',
    input: { id: id(), reply: optional(longText({ max: 300 })) },
    output: rowOf(comment.fields),
  }),
  delete: deleteOne,
  deleteBatch,
  exportXls,
};

/** Why a comment is rejected or hidden, where a reason is required. */
export const reasonField = { ...commentApi.updateCommentStatus.input.reason, optional: false, min: 2 } as const;
