import { openFromReport } from '#engines/order/open.ts';
import type { OrderReport } from '#engines/protocol/device.ts';
import { findParty } from '#domains/customer/server.ts';
import { keepEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/deps.ts';
import type { Asked, Decided } from './decide.server.ts';
import { insertOrder } from './open-order.server.ts';
import { perform } from './perform.server.ts';
import { lockPlace } from './place.server.ts';
import { pileSituation } from './situation.server.ts';
import { saveFacts } from './save-order.server.ts';

/**
 * An end record of an order nobody knows: one that began offline, or was lost. Somebody recorded can be billed; else it is kept at
 * 9 without money. The same record again finds the order it made.
 */
export const openUnknown = async (tx: Tx, deps: Deps, asked: Asked & { readonly event: OrderReport }): Promise<Decided | undefined> => {
  const { event, speaker, nowMs } = asked;
  if (!speaker) return undefined;
  const place = await lockPlace(tx, speaker.cpCode, event.gunNumber === 0 ? 1 : event.gunNumber);
  if (!place) return undefined;
  const orderNo = event.chargingOrderNo || `X${event.digest.slice(0, 30)}`;
  const account = event.account;
  const party = await findParty(tx, {
    tenantId: place.tenantId,
    accountType: account?.accountType ?? 0,
    account: account?.account ?? '',
    ...(event.vin && { vin: event.vin }),
  });
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
    });
    return undefined;
  }
  const order = await insertOrder(tx, {
    place,
    party,
    orderNo,
    strategy: { type: 9 },
    startSource: created.kind === 'created' ? created.startSource : 153,
    facts: verdict.facts,
  });
  const { view } = await saveFacts(tx, order, { facts: [], pile });
  await perform(verdict.effects, { tx, row: order.row, view, nowMs, actor: asked.actor, wake: asked.wake });
  return { row: order.row, view, verdict, pile };
};
