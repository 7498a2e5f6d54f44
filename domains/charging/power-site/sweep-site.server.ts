import { sql } from 'kysely';
import { learn } from '#engines/dispatch/safety/events.ts';
import { explainSite, type ExplainedSite } from '#engines/dispatch/safety/explain.ts';
import { newGun, newSite, recover } from '#engines/dispatch/safety/state.ts';
import type { DispatchAlarm, DispatchCommand, DispatchEvent, DispatchState, GunState } from '#engines/dispatch/safety/state.ts';
import { step } from '#engines/dispatch/safety/step.ts';
import { spreadMs, RAISE_SPREAD_MS } from '#engines/dispatch/schedule/session-limit.ts';
import { gunIdOf, proveLimits, SILENCE_MS } from '#domains/power/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { decide } from '../order/lifecycle/decide.server.ts';
import { orderWork } from '../order/lifecycle/order-work.server.ts';
import { loadSite, type SiteKey } from './load-site.server.ts';
import { disableGun, endsOf, release, renewLimit, RENEW_MS, REQUESTED_BY, sendLimit, sendOfflineLimits } from './send-limits.server.ts';
import { connectionEvents, measuredEvents, replyEvents } from './site-events.server.ts';
import { cannotBegin, inputOf, isCharging, type SiteClock, type SiteFacts, type SitePile } from './site-input.server.ts';
import { reportSite } from './report-site.server.ts';
import { siteExcess } from './power-site.codes.ts';
import { powerSiteTopic } from './power-site.ts';
import { addToCurve, gunsOfCurve, type SiteSample } from './site-curve.rules.ts';
import { liveSiteOf } from './site-view.rules.ts';
import { readJournal, writeJournal, type Release, type SiteJournal, type StoredJournal } from './site-journal.rules.ts';

export interface Sweeper {
  readonly deps: Pick<Deps, 'clock' | 'live' | 'log'>;
  /** Names this process; another one takes over when it has not swept for `LEASE_MS`. */
  readonly owner: string;
  /** A clock that neither jumps nor runs backward, in milliseconds. */
  readonly monotonicMs: () => number;
}

/** Another process takes over a site that was not swept for this long. */
export const LEASE_MS = 10_000;

/**
 * Shares the power of one site once, in the caller's transaction: reads what devices told, decides, and writes the journal together with the commands,
 * so that a value that was sent is never forgotten. False when another process has the site.
 */
export const sweepSite = async (tx: Tx, sweeper: Sweeper, key: SiteKey): Promise<boolean> => {
  const now = sweeper.deps.clock();
  const row = await takeSite(tx, key, { owner: sweeper.owner, now });
  if (!row) return false;
  const clock = { nowMs: now.getTime(), shiftMs: sweeper.monotonicMs() - now.getTime() };
  const facts = await loadSite(tx, key);
  const before = journalOf(row, clock.nowMs + clock.shiftMs);
  const { journal, commands, alarms, stops } = await advance(tx, { facts, before, clock, generation: row.generation });
  const performed = await perform(tx, sweeper, { facts, journal, commands, clock });
  const renewed = await renew(tx, { facts, journal: { ...journal, ...performed }, clock });
  for (const gunId of stops) await stopSession(tx, sweeper, placeOf(facts, gunId));
  for (const alarm of alarms) sweeper.deps.log.warn({ alarm, ...key }, 'power control');
  await sendOfflineLimits(tx, facts.piles, now);
  const releases = await releaseDue(tx, { facts, before, after: journal }, now);
  const conditions = await reportSite(tx, { ...row, stationId: key.stationId, nowMs: clock.nowMs }, journal);
  const { worstHw } = await saveSite(tx, { key, row, now }, { ...journal, ...renewed, releases, conditions });
  await proveLimits(tx, facts.limits, { worstHw, now });
  // Drawn only for a site that somebody watches.
  tx.afterCommit(() => sweeper.deps.live.publish(`${powerSiteTopic.name}:${row.powerSiteId}`, { toJSON: () => liveSiteOf(journal) }));
  return true;
};

interface SweptSite {
  readonly key: SiteKey;
  readonly row: SiteRow;
  readonly now: Date;
}

/** Writes the journal, what lists and the curve of the day show of it, and the end of the lease. */
const saveSite = async (tx: Tx, { key, row, now }: SweptSite, journal: SiteJournal): Promise<ExplainedSite> => {
  const { dispatch, drawnHw, atMs, shiftMs } = journal;
  const found = explainSite(dispatch, drawnHw, atMs + shiftMs);
  const { limitHw, worstHw, violationSinceMs } = found;
  const curve = addToCurve(journal.sample, { limitHw, worstHw, drawnHw: found.drawnHw, guns: gunsOfCurve(dispatch, drawnHw), nowMs: atMs });
  const { guns } = dispatch.input;
  const isEmpty = guns.length === 0 && journal.releases.length === 0;
  const text = isEmpty ? null : writeJournal({ ...journal, sample: curve.open });
  const isOver = violationSinceMs === null ? siteExcess.items.within : siteExcess.items.over;
  await sql`update power_site set journal = ${text}::jsonb, swept_at = ${now}, leased_until = ${new Date(atMs + LEASE_MS)}, limit_power = ${limitHw}, worst_power = ${worstHw},
      drawn_power = ${found.drawnHw}, is_over = ${sql.lit(isOver.value)}, gun_count = ${guns.length}, charging_count = ${Object.keys(drawnHw).length}
    where power_site_id = ${row.powerSiteId}`.execute(tx);
  if (curve.row) await saveSample(tx, key, { ...curve.row, ...row });
  return found;
};

const saveSample = async (tx: Tx, { powerControlId, stationId }: SiteKey, sample: SiteSample & SiteRow): Promise<void> => {
  const { atMs, tenantId, agentId, limitHw, worstHw, drawnHw, guns } = sample;
  await sql`insert into power_site_sample (at, power_control_id, station_id, tenant_id, agent_id, limit_power, worst_power, drawn_power, guns)
    values (${new Date(atMs)}, ${powerControlId}, ${stationId}, ${tenantId}, ${agentId}, ${limitHw}, ${worstHw}, ${drawnHw}, ${JSON.stringify(guns)}::jsonb)`.execute(
    tx,
  );
};

interface SiteRow {
  readonly powerSiteId: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly generation: number;
  readonly journal: StoredJournal | null;
  /** This process wrote the journal. */
  readonly isOwn: boolean;
}

/** Locks the site and makes this process its owner; undefined while another one sweeps it. */
const takeSite = async (
  tx: Tx,
  { powerControlId, stationId }: SiteKey,
  { owner, now }: { readonly owner: string; readonly now: Date },
): Promise<SiteRow | undefined> => {
  const { rows } = await sql<SiteRow>`with free as (
      select power_control_id, station_id, owner is not distinct from ${owner} as is_own from power_site
      where power_control_id = ${powerControlId} and station_id = ${stationId} and (owner is null or owner = ${owner} or leased_until <= ${now})
      for update skip locked)
    update power_site s set owner = ${owner}, generation = s.generation + case when free.is_own then 0 else 1 end
    from free where s.power_control_id = free.power_control_id and s.station_id = free.station_id
    returning s.power_site_id, s.tenant_id, s.agent_id, s.generation, s.journal, coalesce(free.is_own, false) as is_own`.execute(tx);
  return rows[0];
};

const journalOf = ({ journal, isOwn }: SiteRow, clockMs: number): SiteJournal | null => {
  if (journal === null) return null;
  const read = readJournal(journal);
  if (isOwn) return read;
  // Instants of the other process's clock mean nothing here.
  return { ...read, dispatch: recover(read.dispatch, clockMs), belowSinceMs: {}, pending: [], toldMs: {} };
};

interface Advance {
  readonly facts: SiteFacts;
  readonly before: SiteJournal | null;
  readonly clock: SiteClock;
  readonly generation: number;
}

/** The journal after everything that was told since the last sweep, and what follows from it. */
const advance = async (tx: Tx, { facts, before, clock, generation }: Advance) => {
  const clockMs = clock.nowMs + clock.shiftMs;
  const { input, belowSinceMs, aboveSoc, stops } = inputOf(facts, before, clock);
  const nothing = { pending: [], toldMs: {}, measuredAtMs: {}, releases: [], sample: null, conditions: [] };
  const earlier = before ?? { ...nothing, dispatch: newSite(input, clockMs), belowSinceMs, aboveSoc };
  const alarms: DispatchAlarm[] = [];
  let state = earlier.dispatch;
  // Everything is learnt before anything is decided: between two pieces of news, a pile that has just come would look like one that nobody can reach,
  // and the others would be paused for it.
  const take = (event: DispatchEvent): void => {
    const learnt = learn(state, event, clockMs);
    state = learnt.state;
    alarms.push(...learnt.alarms);
  };
  const replies = replyEvents(
    earlier.pending,
    await endsOf(
      tx,
      earlier.pending.flatMap(({ deviceCommandIds }) => deviceCommandIds),
    ),
  );
  const measured = measuredEvents(facts, earlier, clock);
  // What the devices had told before comes before what is wanted now.
  for (const event of connectionEvents(facts, state.guns, { ...clock, generation })) take(event);
  for (const event of [...replies.events, ...measured.events]) take(event);
  state = { ...state, guns: withOfflinePiles({ guns: state.guns, input }, facts, clock) };
  take({ kind: 'input', input });
  // Guns that have just come to the site learn their connection.
  for (const event of connectionEvents(facts, state.guns, { ...clock, generation })) take(event);
  const decided = step(state, { kind: 'tick' }, clockMs);
  const { releases, sample, conditions, toldMs } = earlier;
  const seen = { atMs: clock.nowMs, shiftMs: clock.shiftMs, drawnHw: drawnOf(facts), measuredAtMs: measured.measuredAtMs };
  const journal = { dispatch: decided.state, pending: replies.left, belowSinceMs, aboveSoc, toldMs, releases, sample, conditions, ...seen };
  return { journal, commands: decided.commands, alarms: [...alarms, ...decided.alarms], stops };
};

/** What guns that charge are measured to draw. */
const drawnOf = ({ piles }: SiteFacts): Readonly<Record<string, number>> =>
  Object.fromEntries(
    piles.flatMap(({ cpCode, guns }) =>
      guns.flatMap((gun) => (isCharging(gun) && gun.powerHw !== null ? [[gunIdOf(cpCode, gun.gunNumber), gun.powerHw] as const] : [])),
    ),
  );

/** A gun of which nothing is proven draws nothing while it cannot begin, and what its pile was told where the pile has been offline for long. */
const withOfflinePiles = (
  { guns, input }: Pick<DispatchState, 'guns' | 'input'>,
  { piles }: SiteFacts,
  { nowMs, shiftMs }: SiteClock,
): ReadonlyMap<string, GunState> => {
  const then = new Map(guns);
  for (const pile of piles) {
    const hasFallen = !pile.isOnline && pile.toldOfflineHw !== null && nowMs - (pile.offlineSinceMs ?? nowMs) >= SILENCE_MS;
    for (const gun of pile.guns) {
      const id = gunIdOf(pile.cpCode, gun.gunNumber);
      const known = guns.get(id) ?? newGun(0, nowMs + shiftMs);
      const failSafeHw = input.guns.find((each) => each.id === id)?.failSafe.powerHw;
      if (known.confirmed !== null || failSafeHw === undefined || (!hasFallen && !cannotBegin(pile, gun, nowMs))) continue;
      then.set(id, { ...known, confirmed: { powerHw: failSafeHw, provenMs: nowMs + shiftMs } });
    }
  }
  return then;
};

interface Performance {
  readonly facts: SiteFacts;
  readonly journal: SiteJournal;
  readonly commands: readonly DispatchCommand[];
  readonly clock: SiteClock;
}

type SentLimits = Pick<SiteJournal, 'pending' | 'toldMs'>;

/** Writes the commands. Returns those whose answers are awaited, the earlier ones among them, and when each gun was told its limit. */
const perform = async (tx: Tx, sweeper: Sweeper, { facts, journal, commands, clock }: Performance): Promise<SentLimits> => {
  const now = new Date(clock.nowMs);
  const sentMs = clock.nowMs + clock.shiftMs;
  const pending = [...journal.pending];
  const toldMs = { ...journal.toldMs };
  for (const command of commands) {
    const { gunId } = command;
    const place = placeOf(facts, gunId);
    if (!place) continue;
    const { pile, gunNumber } = place;
    const limitOf = (powerHw: number) => ({ gunNumber, powerHw, fallbackHw: fallbackOf(journal, gunId), now });
    if (command.kind === 'stop') await stopSession(tx, sweeper, place);
    else if (command.kind === 'disable') await disableGun(tx, pile.cpCode, { gunNumber, now });
    else if (command.kind === 'set') {
      const { commandId, epoch, powerHw } = command;
      // A command that waits or runs is repeated by the gateway itself.
      if (journal.pending.some((one) => one.commandId === commandId)) continue;
      pending.push({ gunId, commandId, powerHw, epoch, sentMs, deviceCommandIds: await sendLimit(tx, pile, limitOf(powerHw)) });
      toldMs[gunId] = sentMs;
    } else {
      const known = journal.dispatch.guns.get(gunId);
      if (known?.commandedHw == null) continue;
      const powerHw = known.commandedHw;
      // A device that takes the same limit again has it.
      pending.push({ gunId, commandId: null, powerHw, epoch: known.epoch, sentMs, deviceCommandIds: await sendLimit(tx, pile, limitOf(powerHw)) });
      toldMs[gunId] = sentMs;
    }
  }
  return { pending, toldMs };
};

/** What a gun may draw when nobody limits it. */
const fallbackOf = ({ dispatch }: SiteJournal, gunId: string): number =>
  dispatch.input.guns.find(({ id }) => id === gunId)?.failSafe.powerHw ?? Infinity;

/** Sends the limits of running charges again before stations let them fall. A gun that is told something else just now is left alone. */
const renew = async (tx: Tx, { facts, journal, clock }: Omit<Performance, 'commands'>): Promise<SentLimits> => {
  const now = new Date(clock.nowMs);
  const sentMs = clock.nowMs + clock.shiftMs;
  const pending = [...journal.pending];
  const toldMs: Record<string, number> = {};
  for (const pile of facts.piles)
    for (const gun of pile.guns) {
      const gunId = gunIdOf(pile.cpCode, gun.gunNumber);
      const lastMs = journal.toldMs[gunId];
      if (lastMs !== undefined) toldMs[gunId] = lastMs;
      const known = journal.dispatch.guns.get(gunId);
      const powerHw = known?.commandedHw;
      const fallbackHw = fallbackOf(journal, gunId);
      const isDue = lastMs === undefined || sentMs - lastMs >= RENEW_MS;
      if (!pile.isOcpp || !pile.isOnline || !isCharging(gun) || !isDue || known === undefined || powerHw == null || fallbackHw >= powerHw) continue;
      if (known.sent.length > 0 || pending.some((one) => one.gunId === gunId)) continue;
      const deviceCommandIds = [await renewLimit(tx, pile, { gunNumber: gun.gunNumber, powerHw, fallbackHw, now })];
      pending.push({ gunId, commandId: null, powerHw, epoch: known.epoch, sentMs, deviceCommandIds });
      toldMs[gunId] = sentMs;
    }
  return { pending, toldMs };
};

interface GunPlace {
  readonly pile: SitePile;
  readonly gunNumber: number;
}

const placeOf = ({ piles }: SiteFacts, gunId: string): GunPlace | undefined => {
  for (const pile of piles) for (const { gunNumber } of pile.guns) if (gunIdOf(pile.cpCode, gunNumber) === gunId) return { pile, gunNumber };
  return undefined;
};

const stopSession = async (tx: Tx, { deps }: Sweeper, place: GunPlace | undefined): Promise<void> => {
  if (!place) return;
  const key = { cpCode: place.pile.cpCode, gunNumber: place.gunNumber };
  await decide(orderWork(deps, tx, REQUESTED_BY), key, { event: { kind: 'stop', cause: 'stationSafety', by: null } });
};

interface Sweep {
  readonly facts: SiteFacts;
  readonly before: SiteJournal | null;
  readonly after: SiteJournal;
}

/** Guns that left the site keep their limits for a while, each for another time, so that not all of them rise together. Those left to wait are returned. */
const releaseDue = async (tx: Tx, { facts, before, after }: Sweep, now: Date): Promise<readonly Release[]> => {
  const present = new Set(after.dispatch.input.guns.map(({ id }) => id));
  const left = (before?.dispatch.input.guns ?? []).flatMap(({ id, pileId, ratedHw }): readonly Release[] => {
    const gunNumber = Number(id.slice(pileId.length + 1));
    return present.has(id) ? [] : [{ cpCode: pileId, gunNumber, ratedHw, atMs: now.getTime() + spreadMs(id, RAISE_SPREAD_MS) }];
  });
  const cpCodes = new Set(facts.piles.map(({ cpCode }) => cpCode));
  const waiting = [...after.releases, ...left].filter(({ cpCode }) => !cpCodes.has(cpCode));
  for (const one of waiting) if (one.atMs <= now.getTime()) await release(tx, one);
  return waiting.filter(({ atMs }) => atMs > now.getTime());
};
