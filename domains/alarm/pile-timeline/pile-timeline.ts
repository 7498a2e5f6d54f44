import { count, instant, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

export const TIMELINE_HOURS_MAX = 168;

/** Something on the time axis of a pile. `end` is null for what lasts, and equals `at` for what has no duration. */
export interface TimelineItem {
  readonly kind: 'exception' | 'order' | 'command';
  readonly id: string;
  /** 0 is the pile itself. */
  readonly gunNumber: number;
  readonly at: string;
  readonly end: string | null;
  /** Of an exception. */
  readonly type: number | null;
  readonly code: number | null;
  readonly level: number | null;
  /** The number of an order, the name of a command, the detail of an exception. */
  readonly text: string;
  /** The state of an order; the state of a command, and its result once it has one. */
  readonly stat: number;
  readonly result: number | null;
}

export interface PileTimeline {
  readonly from: string;
  readonly to: string;
  readonly gunCount: number;
  /** By time. */
  readonly items: readonly TimelineItem[];
  /** More happened than is shown; the oldest is left out. */
  readonly isCut: boolean;
}

export const pileTimelineApi = {
  /** The exceptions of a pile, and its orders and commands as far as the viewer may list those, in the hours before `until`, which is now by default. */
  timeline: endpoint({
    method: 'GET',
    path: '/alarm/pileTimeline',
    allow: 'exceptionRecord:list',
    input: { cpCode: text({ max: 16 }), hours: count({ min: 1, max: TIMELINE_HOURS_MAX }), until: optional(instant()) },
    output: opaque<PileTimeline>(),
  }),
};
