import { openFromReport } from '#engines/order/open.ts';
import { refused } from '#engines/order/verdict.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import type { OrderReport } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/door.ts';
import { findParty } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { keepEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { sql } from 'kysely';
import { nameParty } from '../actions/assign-party.server.ts';
import { decide } from '../lifecycle/decide.server.ts';
import type { Asked, Decided } from '../lifecycle/decide.server.ts';
import { insertOrder, tariffAt } from '../start/open-order.server.ts';
import { perform } from '../lifecycle/perform-effects.server.ts';
import { lockPlace } from '../start/start-site.server.ts';
import { pileSituation } from '../lifecycle/load-situation.server.ts';
import { saveFacts } from '../lifecycle/save-order.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

export interface AskedReport extends Asked {
  readonly event: OrderReport;
  readonly speaker: PileRef;
}

/** What became of an end record: `row` is the order it was judged for, absent where it made none. */
export interface Heard {
  readonly verdict: Verdict;
  readonly row?: StoredOrder;
}

/** The number a record names, else one made of what it says: told again it finds the order it made. */
export const numberOf = ({ chargingOrderNo, digest }: OrderReport): string => chargingOrderNo || `X${digest.slice(0, 30)}`;

/**
 * An end record of an order nobody knows: one that began offline, or was lost. Somebody recorded can be billed; else it is kept at
 * 9 without money. The same record again finds the order it made.
 */
export const openUnknown = async (tx: Tx, deps: Deps, asked: AskedReport): Promise<Heard> => {
  const { event, speaker, nowMs } = asked;
  const orderNo = numberOf(event);
  const place = await lockPlace(tx, speaker.cpCode, event.gunNumber === 0 ? 1 : event.gunNumber);
  if (!place) return refuseGun(tx, asked, orderNo);
  const party = await partyOf(tx, place.tenantId, event);
  const pile = await pileSituation(tx, speaker.cpCode, speaker);
  const known = party && { mainPartType: party.mainPartType, mainPartId: party.mainPartId };
  const verdict = openFromReport(
    event,
    { chargingOrderNo: orderNo, party: known ?? null, ratedPowerW: place.ratedPowerW },
    { nowMs, pile, lastStopMeterDwh: null, gunTaken: place.liveOrderNo !== null, money: null },
  );
  const [created] = verdict.facts;
  if (!verdict.ok || !created) {
    deps.log.warn({ verdict, cpCode: speaker.cpCode }, 'an end record of an unknown order was refused');
    await keepEvent(tx, place, {
      kind: verdict.ok ? 'emptyRecord' : verdict.refusal,
      gunNumber: place.gunNumber,
      chargingOrderNo: orderNo,
      detail: `digest ${event.digest}`,
      atMs: nowMs,
      once: true,
    });
    return { verdict };
  }
  const order = await insertOrder(tx, {
    place,
    party,
    // The rule may have ended since.
    tariff: await tariffAt(tx, place, Math.min(event.startAtMs ?? event.stopAtMs, nowMs)),
    orderNo,
    strategy: { type: 9 },
    startSource: created.kind === 'created' ? created.startSource : 153,
    facts: verdict.facts,
  });
  const { view } = await saveFacts(tx, order, { facts: [], pile });
  await perform(verdict.effects, { tx, row: order.row, view, nowMs, actor: asked.actor, wake: asked.wake });
  return { row: order.row, verdict };
};

/** Whoever the card or car in a record belongs to. */
const partyOf = (tx: Tx, tenantId: string, { account, vin }: OrderReport): Promise<Party | undefined> =>
  findParty(tx, { tenantId, accountType: account?.accountType ?? 0, account: account?.account ?? '', ...(vin && { vin }) });

/** An order that was found charging learns from its record who pays. */
export const payByRecord = async (tx: Tx, asked: AskedReport, { row, view, verdict }: Decided): Promise<void> => {
  if (!verdict.ok || verdict.facts.length === 0 || view.party !== null || view.settled !== null) return;
  const party = await partyOf(tx, row.tenantId, asked.event);
  if (!party || party.currency !== row.currency) return;
  const { mainPartType, mainPartId } = party;
  await nameParty(tx, row.orderId, party);
  const named = { by: asked.speaker.cpCode, reason: asked.event.account?.account ?? asked.event.vin ?? row.orderNo, secondBy: null };
  await decide(tx, { orderId: row.orderId }, { ...asked, event: { kind: 'assignParty', party: { mainPartType, mainPartId }, ...named } });
};

/** A gun we do not have can hold no order: somebody has to look at the record. */
const refuseGun = async (tx: Tx, { event, speaker, nowMs }: AskedReport, orderNo: string): Promise<Heard> => {
  const verdict = refused('record.gunUnknown');
  const { rows } = await sql<{
    tenantId: string;
    agentId: string;
    stationId: string;
  }>`select tenant_id::text, agent_id::text, station_id::text from pile where cp_code = ${speaker.cpCode}`.execute(tx);
  const [home] = rows;
  if (home) {
    const said = { gunNumber: event.gunNumber, chargingOrderNo: orderNo, detail: `digest ${event.digest}`, atMs: nowMs };
    await keepEvent(tx, { ...home, cpCode: speaker.cpCode }, { kind: verdict.refusal, ...said, once: true });
  }
  return { verdict };
};
