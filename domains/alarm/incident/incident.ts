import { incidentCause as causes, incidentScope as scopes } from '#engines/alarm/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, id, instant, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { exceptionLevel } from '../exception-conf/exception-conf.ts';
import { exceptionPresence } from '../exception-record/exception-record.ts';

export const incidentScope = codeTable({
  dictCode: 'incident_scope',
  title: ['事件范围', '事件範圍', 'Scope of an incident'],
  items: {
    station: { value: scopes.station, words: ['站点', '站點', 'Station'] },
    agent: { value: scopes.agent, words: ['运营商', '營運商', 'Agent'] },
    network: { value: scopes.network, words: ['全网', '全網', 'Network'] },
  },
});

export const incidentCause = codeTable({
  dictCode: 'incident_cause',
  title: ['事件原因', '事件原因', 'Cause of an incident'],
  items: {
    connection: { value: causes.connection, words: ['批量离线', '批次離線', 'Piles offline'] },
    inputPower: { value: causes.inputPower, words: ['输入电源丢失', '輸入電源中斷', 'Input power lost'] },
  },
});

/** Many piles that are lost at the same time, as one incident. Its members are exceptions. */
export const incident = resource({
  name: 'incident',
  path: '/alarm/incident',
  table: 'incident',
  key: 'incidentId',
  title: 'incidentId',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'beginTime', order: 'desc' },
  softDelete: false,
  fields: {
    incidentId: readOnly(id({ filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    /** Absent when several agents are concerned; staff of an agent see the exceptions of their own piles. */
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    stationId: readOnly(optional(ref('station', { filter: 'equals' }))),
    incidentScope: readOnly(choice(incidentScope, { filter: 'equals' })),
    incidentCause: readOnly(choice(incidentCause, { filter: 'equals' })),
    exceptionLevel: readOnly(choice(exceptionLevel, { filter: 'equals' })),
    /** The first loss. */
    beginTime: readOnly(instant({ filter: 'between', sort: true })),
    endTime: readOnly(optional(instant())),
    isPresent: readOnly(choice(exceptionPresence, { filter: 'equals' })),
    duration: readOnly(optional(count({ unit: 's' }))),
    /** Piles that were ever lost in it. */
    memberCount: readOnly(count()),
    /** Piles that are lost now. */
    lastingCount: readOnly(count()),
    ackTime: readOnly(optional(instant())),
    ackUser: readOnly(optional(text({ max: 64 }))),
  },
});

/** The piles of an incident at one station, with what they may cost in minor units of `currency`. */
export interface StationOfIncident {
  readonly stationId: string | null;
  readonly stationName: string | null;
  readonly currency: string;
  readonly members: number;
  readonly lasting: number;
  readonly riskCents: number | null;
}

/** Something that happened to an incident. `at` is an ISO instant; the other values belong to single kinds. */
export interface TimelineEntry {
  readonly kind: 'began' | 'opened' | 'lost' | 'back' | 'message' | 'acknowledged' | 'ended';
  readonly at: string;
  /** Of `lost` and `back`: how many piles in that minute. */
  readonly piles?: number;
  readonly user?: string | null;
  /** Of a message: what it told, to whom, and what became of it. */
  readonly warningKind?: number;
  readonly warningStat?: number;
  readonly suppressedReason?: number | null;
  readonly accountName?: string | null;
  readonly accountType?: number;
  /** What the provider answered. */
  readonly answer?: string | null;
}

export interface IncidentTimeline {
  readonly stations: readonly StationOfIncident[];
  /** By time. */
  readonly entries: readonly TimelineEntry[];
  /** From the first message that arrived to the acknowledgement, and from the first loss to the end; in seconds. */
  readonly ackS: number | null;
  readonly repairS: number | null;
}

const { list, queryById, exportXls } = crud(incident);

export const incidentApi = {
  list,
  queryById,
  exportXls,
  /** The stations, the course and the messages of an incident. Messages are those that the viewer may list. */
  timeline: endpoint({
    method: 'GET',
    path: `${incident.path}/timeline`,
    allow: 'incident:list',
    input: { id: id() },
    output: opaque<IncidentTimeline>(),
  }),
  /** Says that somebody attends to the incident and its open members. */
  acknowledge: endpoint({
    method: 'POST',
    path: `${incident.path}/acknowledge`,
    allow: 'incident:acknowledge',
    input: { id: id() },
    output: words(),
  }),
};
