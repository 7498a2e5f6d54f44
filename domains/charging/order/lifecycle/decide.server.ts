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
import { reportOutcome } from './report-outcome.server.ts';
import { saveFacts, writeAmounts, writeNextCheck, writeStartMessage } from './save-order.server.ts';
import { lockOrder } from './stored-order.server.ts';
import type { LoadedOrder, OrderKey, StoredOrder } from './stored-order.server.ts';

/** An event for the rules of an order, and what belongs to the same decision. */
export interface OrderDecision {
  readonly event: OrderEvent;
  /** The session that sent a device message. */
  readonly session?: PileRef;
  readonly money?: ChargingMoney | null;
  /** Who pays from now on: stored in the order if the event is accepted. */
  readonly party?: Party;
  /** The start message of an OCPP pile: stored if the event is accepted. */
  readonly startMessage?: string | undefined;
  /**
   * Books what an accepted event allows, between its facts and its effects. Returns the amounts for the order's row, or undefined if they stay as
   * they are.
   */
  readonly book?: (decided: Pick<DecidedOrder, 'verdict' | 'view'>) => Promise<OrderAmounts | undefined>;
}

/** An order after a decision. A refusal too may have produced facts and effects. */
export interface DecidedOrder extends LoadedOrder {
  readonly view: OrderView;
  readonly verdict: Verdict;
  /** The pile as the decision saw it. */
  readonly pile: PileSituation;
}

/**
 * The only way to change an existing order: it is locked, the engine judges the event, new facts are stored, effects are performed, and watchers are
 * notified after the commit, all in one transaction. Undefined if there is no such order.
 */
export const decide = async (work: OrderWork, key: OrderKey, decision: OrderDecision): Promise<DecidedOrder | undefined> => {
  const order = await lockOrder(work.tx, key);
  return order && decideOn(work, order, decision);
};

/** The same for an order that this transaction has locked or created. */
export const decideOn = async (work: OrderWork, order: LoadedOrder, decision: OrderDecision): Promise<DecidedOrder> => {
  const { tx, nowMs } = work;
  const { event, session, money, party } = decision;
  const { pile, ...others } = await situationOf(tx, order.row, { nowMs, session, money });
  const verdict = admit(order.facts, event, { pile, ...others });
  const row = verdict.ok && party ? await writeParty(tx, order.row, party) : order.row;
  const noCheckBeforeMs = checkEvents.has(event.kind) ? nowMs + CHECK_PAUSE_MS : undefined;
  const { facts, view } = await save(work, { row, facts: order.facts }, { verdict, pile, noCheckBeforeMs });
  if (verdict.ok && decision.startMessage !== undefined) await writeStartMessage(tx, row.orderId, decision.startMessage);
  const amounts = verdict.ok ? await decision.book?.({ verdict, view }) : undefined;
  if (amounts) await writeAmounts(tx, row.orderId, { ...amounts, nowMs });
  await performEffects(verdict.effects, { work, row, view, facts });
  await reportOutcome(work, row, { before: order.facts, added: verdict.facts, view });
  if (verdict.facts.length + verdict.effects.length > 0) announceOrder(work, row);
  return { row: { ...row, state: view.state }, facts, view, verdict, pile };
};

/**
 * Events that only check an order. After such a check the order is not checked again for a while, because a check that changed nothing would find the
 * same.
 */
const checkEvents: ReadonlySet<OrderEvent['kind']> = new Set(['tick', 'pileOnline', 'pileBoot']);
const CHECK_PAUSE_MS = 1_000;

interface JudgedEvent {
  readonly verdict: Verdict;
  readonly pile: PileSituation;
  readonly noCheckBeforeMs: number | undefined;
}

const save = async (
  { tx }: OrderWork,
  order: LoadedOrder,
  { verdict, pile, noCheckBeforeMs }: JudgedEvent,
): Promise<Pick<DecidedOrder, 'facts' | 'view'>> => {
  const pause = noCheckBeforeMs === undefined ? {} : { noCheckBeforeMs };
  if (verdict.facts.length > 0) return saveFacts(tx, order, { facts: verdict.facts, pile, ...pause });
  const view = project(order.facts);
  if (noCheckBeforeMs !== undefined) await writeNextCheck(tx, order.row.orderId, { view, pile, noCheckBeforeMs });
  return { facts: order.facts, view };
};

/** An order that is about to be created. */
export interface OrderOpening extends NewOrder {
  /** What the engine decided: the facts that the order begins with, its creation among them, and their effects. */
  readonly opening: Pick<Verdict, 'facts' | 'effects'>;
  /** The state of the pile, if the caller has read it already. */
  readonly pile?: PileSituation;
  /** Judged before anything is written: if it is refused, there is no order. */
  readonly firstEvent?: OrderEvent;
  /** Writes what belongs to the new order, before its effects are performed. */
  readonly alongside?: (row: StoredOrder) => Promise<void>;
  /** Writes the reservation that creates the order; returns its id. */
  readonly reserve?: (row: StoredOrder) => Promise<string>;
}

export type OpenedOrder =
  | { readonly ok: true; readonly order: LoadedOrder; readonly reservationId?: string }
  | { readonly ok: false; readonly verdict: RefusedVerdict };

/** The only way to create an order: its row, its facts and their effects, all in one transaction. The order is locked afterwards. */
export const createOrder = async (work: OrderWork, input: OrderOpening): Promise<OpenedOrder> => {
  const { tx, nowMs } = work;
  const { opening, firstEvent, site } = input;
  const initialFacts = orderFactsOf(opening.facts);
  if (!initialFacts) throw new Error('an order begins with its creation');
  const situation = firstEvent && (await situationOf(tx, { cpCode: site.cpCode, gunNumber: site.gunNumber }, { nowMs }));
  const verdict = firstEvent && situation && admit(initialFacts, firstEvent, situation);
  if (verdict && !verdict.ok) return { ok: false, verdict };
  const row = await insertOrder(tx, input, project(initialFacts));
  await input.alongside?.(row);
  const reservationId = await input.reserve?.(row);
  if (reservationId !== undefined) await linkReservation(tx, row.orderId, reservationId);
  const pile = situation?.pile ?? input.pile ?? (await pileSituation(tx, site.cpCode));
  const { facts, view } = await saveFacts(tx, { row, facts: initialFacts }, { facts: verdict?.facts ?? [], pile, first: opening.facts });
  await performEffects([...opening.effects, ...(verdict?.effects ?? [])], { work, row, view, facts });
  announceOrder(work, row);
  return { ok: true, order: { row: { ...row, state: view.state }, facts }, ...(reservationId !== undefined && { reservationId }) };
};
