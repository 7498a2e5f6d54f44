import { admit } from '#engines/order/admit.ts';
import type { OrderEvent } from '#engines/order/admit.ts';
import { orderFactsOf } from '#engines/order/merge.ts';
import type { ChargingMoney, PileSituation } from '#engines/order/situation.ts';
import type { RefusedVerdict, Verdict } from '#engines/order/verdict.ts';
import type { OrderView } from '#engines/order/view.ts';
import { project } from '#engines/order/view.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import type { Party } from '#domains/customer/server.ts';
import { insertOrder, linkReservation, writeParty } from './insert-order.server.ts';
import type { NewOrder } from './insert-order.server.ts';
import { pileSituation, situationOf } from './load-situation.server.ts';
import type { OrderAmounts } from './order-amounts.ts';
import { announceOrder } from './order-work.server.ts';
import type { OrderWork } from './order-work.server.ts';
import { performEffects } from './perform-effects.server.ts';
import { saveFacts, writeAmounts, writeNextLook, writeStartSaid } from './save-order.server.ts';
import { lockOrder } from './stored-order.server.ts';
import type { LoadedOrder, OrderKey, StoredOrder } from './stored-order.server.ts';

/** What is put to an order's rules, and what belongs to the same decision. */
export interface OrderDecision {
  readonly event: OrderEvent;
  /** The session by which a device message came. */
  readonly speaker?: PileRef;
  readonly money?: ChargingMoney | null;
  /** Who pays from now on: frozen in the order when the event is taken. */
  readonly party?: Party;
  /** What an OCPP pile sent when it started: stored when the event is taken. */
  readonly startSaid?: string | undefined;
  /** Books what an event that is taken lets be booked, between its facts and its effects; answers the amounts of the order's row, undefined where they stay. */
  readonly book?: (decided: Pick<DecidedOrder, 'verdict' | 'view'>) => Promise<OrderAmounts | undefined>;
}

/** An order after a decision. A refusal too may have left facts and effects behind. */
export interface DecidedOrder extends LoadedOrder {
  readonly view: OrderView;
  readonly verdict: Verdict;
  /** The pile as the decision saw it. */
  readonly pile: PileSituation;
}

/**
 * The one way an existing order changes: locked, judged by the engine, its new facts stored, their effects performed and watchers told after the
 * commit, all in one transaction. Undefined when there is no such order.
 */
export const decide = async (work: OrderWork, key: OrderKey, decision: OrderDecision): Promise<DecidedOrder | undefined> => {
  const order = await lockOrder(work.tx, key);
  return order && decideOn(work, order, decision);
};

/** The same for an order that this transaction has locked, or opened. */
export const decideOn = async (work: OrderWork, order: LoadedOrder, decision: OrderDecision): Promise<DecidedOrder> => {
  const { tx, nowMs } = work;
  const { event, speaker, money, party } = decision;
  const { pile, ...others } = await situationOf(tx, order.row, { nowMs, speaker, money });
  const verdict = admit(order.facts, event, { pile, ...others });
  const row = verdict.ok && party ? await writeParty(tx, order.row, party) : order.row;
  const restUntilMs = onlyLooks.has(event.kind) ? nowMs + REST_MS : undefined;
  const { facts, view } = await save(work, { row, facts: order.facts }, { verdict, pile, restUntilMs });
  if (verdict.ok && decision.startSaid !== undefined) await writeStartSaid(tx, row.orderId, decision.startSaid);
  const amounts = verdict.ok ? await decision.book?.({ verdict, view }) : undefined;
  if (amounts) await writeAmounts(tx, row.orderId, { ...amounts, nowMs });
  await performEffects(verdict.effects, { work, row, view });
  if (verdict.facts.length + verdict.effects.length > 0) announceOrder(work, row);
  return { row: { ...row, state: view.state }, facts, view, verdict, pile };
};

/** Events that only look at an order. An order that was just looked at rests, since a look that changed nothing would find the same again. */
const onlyLooks: ReadonlySet<OrderEvent['kind']> = new Set(['tick', 'pileOnline', 'pileBoot']);
const REST_MS = 1_000;

interface JudgedEvent {
  readonly verdict: Verdict;
  readonly pile: PileSituation;
  readonly restUntilMs: number | undefined;
}

const save = async (
  { tx }: OrderWork,
  order: LoadedOrder,
  { verdict, pile, restUntilMs }: JudgedEvent,
): Promise<Pick<DecidedOrder, 'facts' | 'view'>> => {
  const rest = restUntilMs === undefined ? {} : { restUntilMs };
  if (verdict.facts.length > 0) return saveFacts(tx, order, { facts: verdict.facts, pile, ...rest });
  const view = project(order.facts);
  if (restUntilMs !== undefined) await writeNextLook(tx, order.row.orderId, { view, pile, restUntilMs });
  return { facts: order.facts, view };
};

/** An order that is to be written for the first time. */
export interface OrderOpening extends NewOrder {
  /** What the engine made of it: the facts it begins with, the creation among them, and their effects. */
  readonly opened: Pick<Verdict, 'facts' | 'effects'>;
  /** The pile, where the caller knows it already. */
  readonly pile?: PileSituation;
  /** Judged before anything is written: where it is refused there is no order. */
  readonly firstEvent?: OrderEvent;
  /** Writes the reservation by which the order is opened; answers its id. */
  readonly reserve?: (row: StoredOrder) => Promise<string>;
}

export type OpenedOrder =
  | { readonly ok: true; readonly order: LoadedOrder; readonly reservationId?: string }
  | { readonly ok: false; readonly verdict: RefusedVerdict };

/** The one way an order begins: its row, its facts and their effects, all in one transaction. The order is locked then. */
export const createOrder = async (work: OrderWork, opening: OrderOpening): Promise<OpenedOrder> => {
  const { tx, nowMs } = work;
  const { opened, firstEvent, site } = opening;
  const first = orderFactsOf(opened.facts);
  if (!first) throw new Error('an order begins with its creation');
  const situation = firstEvent && (await situationOf(tx, { cpCode: site.cpCode, gunNumber: site.gunNumber }, { nowMs }));
  const next = firstEvent && situation && admit(first, firstEvent, situation);
  if (next && !next.ok) return { ok: false, verdict: next };
  const row = await insertOrder(tx, opening, project(first));
  const reservationId = await opening.reserve?.(row);
  if (reservationId !== undefined) await linkReservation(tx, row.orderId, reservationId);
  const pile = situation?.pile ?? opening.pile ?? (await pileSituation(tx, site.cpCode));
  const { facts, view } = await saveFacts(tx, { row, facts: first }, { facts: next?.facts ?? [], pile, first: opened.facts });
  await performEffects([...opened.effects, ...(next?.effects ?? [])], { work, row, view });
  announceOrder(work, row);
  return { ok: true, order: { row: { ...row, state: view.state }, facts }, ...(reservationId !== undefined && { reservationId }) };
};
