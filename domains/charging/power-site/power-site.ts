import type { ProofState, SlowReason } from '#engines/dispatch/safety/explain.ts';
import { choice, count, day, decimal, id, instant, optional, readOnly, ref } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { topic } from '#kit/resource/topic.ts';
import { siteExcess } from './power-site.codes.ts';

const gridPower = () => readOnly(optional(decimal({ scale: 1, unit: 'kW' })));

/** The piles of a station that follow one power control. All powers of the site are what the grid delivers. */
export const powerSite = resource({
  name: 'powerSite',
  path: '/power/powerSite',
  table: 'power_site',
  key: 'powerSiteId',
  title: 'powerSiteId',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'powerSiteId', order: 'desc' },
  softDelete: false,
  fields: {
    powerSiteId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    powerControlId: readOnly(ref('powerControl', { filter: 'equals' })),
    isOver: readOnly(choice(siteExcess, { filter: 'equals' })),
    /** Empty: none. */
    limitPower: gridPower(),
    /** Everything that was sent and is not yet proven to be over. */
    worstPower: gridPower(),
    drawnPower: gridPower(),
    gunCount: readOnly(count()),
    chargingCount: readOnly(count()),
    sweptAt: readOnly(optional(instant())),
  },
});

/** A gun of a site. Hectowatts (0.1 kW) of the gun, not of the grid. */
export interface LiveSiteGun {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly ratedHw: number;
  /** The lowest of its own caps. */
  readonly capHw: number;
  /** What its car would take; 0 when there is none. */
  readonly wantedHw: number;
  /** What it was told last; null when it was told nothing. */
  readonly limitHw: number | null;
  /** What counts for it. */
  readonly worstHw: number;
  /** Null: not measured. */
  readonly drawnHw: number | null;
  readonly proof: ProofState;
  readonly reason: SlowReason;
}

/** What a sweep found. Hectowatts of the grid. */
export interface LiveSite {
  /** Epoch, by the clock of the platform. */
  readonly atMs: number;
  /** Null: none. */
  readonly limitHw: number | null;
  readonly worstHw: number;
  readonly drawnHw: number;
  /** For how long the worst case has been above a limit; null when it is not. */
  readonly overMs: number | null;
  /** Within its limits also when nothing can be sent any more. */
  readonly isFailSafe: boolean;
  readonly guns: readonly LiveSiteGun[];
}

/** A day of a site by the station's calendar: one entry for each instant in each list. Hectowatts. */
export interface SiteDay {
  /** IANA zone of the station. */
  readonly zone: string;
  readonly day: string;
  readonly beginsMs: number;
  readonly endsMs: number;
  /** A null is a gap, in which nothing was recorded. */
  readonly at: readonly number[];
  readonly limitHw: readonly (number | null)[];
  readonly worstHw: readonly (number | null)[];
  readonly drawnHw: readonly (number | null)[];
  /** Guns that charged on the day: what each was allowed, and what it drew. */
  readonly guns: readonly {
    readonly cpCode: string;
    readonly gunNumber: number;
    readonly limitHw: readonly (number | null)[];
    readonly drawnHw: readonly (number | null)[];
  }[];
}

/** `powerSite:<powerSiteId>`: after each sweep. */
export const powerSiteTopic = topic<LiveSite>('powerSite');

const { list, queryById, exportXls } = crud(powerSite);

export const powerSiteApi = {
  list,
  queryById,
  exportXls,
  /** Null before the first sweep. */
  live: endpoint({ method: 'GET', path: `${powerSite.path}/live`, allow: 'powerSite:list', input: { id: id() }, output: opaque<LiveSite | null>() }),
  /** Today at the station when no day is given. */
  day: endpoint({
    method: 'GET',
    path: `${powerSite.path}/day`,
    allow: 'powerSite:list',
    input: { id: id(), day: optional(day()) },
    output: opaque<SiteDay>(),
  }),
};
