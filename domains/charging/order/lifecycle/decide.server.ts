import { admit } from '#engines/order/admit.ts';
import type { OrderEvent } from '#engines/order/admit.ts';
import type { ChargingMoney, PileSituation } from '#engines/order/situation.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import type { OrderView } from '#engines/order/view.ts';
import { project } from '#engines/order/view.ts';
import type { PileRef } from '#engines/protocol/door.ts';
import type { Tx } from '#kit/db/index.ts';
import { perform } from './perform-effects.server.ts';
import { saveFacts } from './save-order.server.ts';
import { situationOf } from './load-situation.server.ts';
import { lockOrder } from './stored-order.server.ts';
import type { LoadedOrder, OrderKey, StoredOrder } from './stored-order.server.ts';

export interface Decided {
  readonly row: StoredOrder;
  readonly view: OrderView;
  readonly verdict: Verdict;
  /** The pile as the decision saw it. */
  readonly pile: PileSituation;
}

export interface Asked {
  readonly event: OrderEvent;
  readonly nowMs: number;
  readonly actor: string;
  /** The session a device message came by. */
  readonly speaker?: PileRef;
  readonly money?: ChargingMoney | null;
  readonly wake: Set<string>;
}

/**
 * The one way an order changes: locked, judged by the engine, its new facts kept, their effects performed, all in one
 * transaction. Undefined when there is no such order. A refusal too may leave facts and effects behind.
 */
export const decide = async (tx: Tx, key: OrderKey, asked: Asked): Promise<Decided | undefined> => {
  const order = await lockOrder(tx, key);
  return order && decideOn(tx, order, asked);
};

export const decideOn = async (tx: Tx, order: LoadedOrder, asked: Asked): Promise<Decided> => {
  const situation = await situationOf(tx, order.row, {
    nowMs: asked.nowMs,
    money: asked.money ?? null,
    ...(asked.speaker && { speaker: asked.speaker }),
  });
  const verdict = admit(order.facts, asked.event, situation);
  const before = project(order.facts);
  const { view } = verdict.facts.length > 0 ? await saveFacts(tx, order, { facts: verdict.facts, pile: situation.pile }) : { view: before };
  await perform(verdict.effects, { tx, row: order.row, view, nowMs: asked.nowMs, actor: asked.actor, wake: asked.wake });
  return { row: order.row, view, verdict, pile: situation.pile };
};
