import { count, id, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import type { RankReason } from '#engines/alarm/rank.ts';

/** The numbers behind the money at risk; minor units of the item's currency. */
export interface RiskBasis {
  /** The guns of that kind at the station, those that are lost, and those that are usually occupied in these hours. */
  readonly guns: number;
  readonly lost: number;
  readonly usuallyOccupied: number;
  readonly lossCentsPerHour: number;
  /** How long a repair usually takes, in seconds. */
  readonly repairS: number;
  readonly riskCents: number;
}

/** Something that lasts: an incident, or an exception that nothing else explains. */
export interface OpenAlarm {
  readonly kind: 'incident' | 'exception';
  readonly id: string;
  /** Of an exception its type and code; of an incident its cause and scope. */
  readonly type: number;
  readonly code: number;
  readonly level: number;
  readonly beganAt: string;
  readonly tenantId: string;
  readonly agentName: string | null;
  readonly stationId: string | null;
  readonly stationName: string | null;
  readonly cpCode: string | null;
  readonly subject: string | null;
  readonly gunNumber: number;
  readonly errorInfo: string;
  readonly ackTime: string | null;
  readonly ackUser: string | null;
  readonly shelvedUntil: string | null;
  readonly suppressedBy: number | null;
  /** Piles of an incident that are lost now, and all that ever were. */
  readonly lasting: number;
  readonly members: number;
  readonly currency: string;
  readonly riskCents: number | null;
  readonly basis: RiskBasis | null;
  readonly reason: RankReason;
}

export interface OpenAlarms {
  /** The ISO instant of the answer. */
  readonly readAt: string;
  /** Of all that is open by level, 1 to 4, also where the items are cut off. */
  readonly counts: readonly [number, number, number, number];
  readonly unacknowledged: number;
  /** Since when warnings may not be sent, an ISO instant: the self-test has not arrived. */
  readonly silentSince: string | null;
  /** In the order in which they should be attended to. */
  readonly items: readonly OpenAlarm[];
}

export const openAlarmApi = {
  /** What lasts now in the viewer's scope, at a station or at a pile. That of a pile contains what something else explains. */
  open: endpoint({
    method: 'GET',
    path: '/alarm/open',
    allow: 'exceptionRecord:list',
    input: { stationId: optional(id()), cpCode: optional(text({ max: 16 })), limit: optional(count({ min: 1, max: 200 })) },
    output: opaque<OpenAlarms>(),
  }),
};
