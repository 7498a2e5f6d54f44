import { sql } from 'kysely';
import { idTagOf } from '#engines/protocol/ocpp16/id-tag.ts';
import { mainPartType } from '#engines/order/codes.ts';
import type { Party } from '#domains/customer/server.ts';
import { commandStat, replyResult } from '#domains/device/resources.ts';
import { enqueueCommand, voidCommand } from '#domains/device/server.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { payerOf } from '../device/tag-party.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

const { notExecuted, running } = valuesOf(commandStat);
const { success } = valuesOf(replyResult);

interface KeptReservation {
  readonly expireTime: Date;
  readonly protocol: number;
  readonly stat: number | null;
  readonly isTold: boolean;
  /** The command was sent to an earlier session of the pile. */
  readonly isOfEarlierSession: boolean;
}

/**
 * Tells a pile who has reserved a gun, so that it accepts nobody else there, also without a connection. The platform's own admission stays the truth: a
 * pile that refuses or does not answer changes nothing. A pile that knows already is told again after it has booted, which only OCPP says; others may have
 * booted before each login. It knows the reservation by its number, so that a repetition is the same reservation.
 */
export const tellReservation = async ({ tx, nowMs, actor }: OrderWork, row: StoredOrder, { again }: { readonly again: boolean }): Promise<void> => {
  const { orderId, cpCode, gunNumber, transactionId: reservationId } = row;
  if (reservationId === null) return;
  const { rows } =
    await sql<KeptReservation>`select r.expire_time, p.protocol, c.stat, coalesce(c.result = ${sql.lit(success)}, false) as is_told, coalesce(c.sent_at < s.online_since, false) as is_of_earlier_session
    from reservation_order r join pile p on p.cp_code = r.cp_code left join pile_state s on s.cp_code = r.cp_code left join device_command c on c.command_id = r.told_command_id
    where r.charging_order_id = ${orderId}`.execute(tx);
  const [kept] = rows;
  if (!kept || kept.expireTime.getTime() <= nowMs || !mustTell(kept, again)) return;
  const party = await payerOf(tx, row);
  const ownTag = row.idTag ?? idTagOf(row.orderNo);
  const isOcpp = kept.protocol === pileProtocol.items.ocpp16.value;
  const idTag = isOcpp ? ownTag : (accountAtPile(party) ?? ownTag);
  const commandId = await enqueueCommand(tx, {
    cpCode,
    command: { cmd: 'reserve', gunNumber, reservationId, idTag, ...(party && { parentIdTag: party.groupTag }), untilMs: kept.expireTime.getTime() },
    requestedBy: actor,
    because: 'reservation',
    waitsUntil: kept.expireTime,
  });
  await writeTold(tx, orderId, commandId);
};

/** A command that waits is sent by itself; one that an earlier session may have lost is written again. */
const mustTell = ({ stat, isTold, isOfEarlierSession, protocol }: KeptReservation, again: boolean): boolean => {
  if (stat === null) return true;
  if (stat === notExecuted) return false;
  if (stat === running) return isOfEarlierSession;
  return again || !isTold || (isOfEarlierSession && protocol !== pileProtocol.items.ocpp16.value);
};

/** The account by which the party starts at a pile without OCPP; a company has no single one. */
const accountAtPile = (party: Party | undefined): string | undefined => {
  switch (party?.mainPartType) {
    case mainPartType.icCard:
      return party.icCardNo ?? undefined;
    case mainPartType.vehicleVin:
      return party.carVin ?? undefined;
    case mainPartType.phoneUser:
      return party.userMobile ?? undefined;
    default:
      return undefined;
  }
};

interface ReservationEnd {
  /** The command that told the pile of the reservation. */
  readonly commandId: string;
  readonly untilMs: number;
  readonly actor: string;
}

/** Frees the gun at a pile that was told of its reservation. A command that has not been sent yet is withdrawn instead. */
export const tellEnd = async (tx: Tx, row: StoredOrder, { commandId, untilMs, actor }: ReservationEnd): Promise<void> => {
  if (row.transactionId === null || (await voidCommand(tx, commandId))) return;
  const endId = await enqueueCommand(tx, {
    cpCode: row.cpCode,
    command: { cmd: 'cancelReservation', reservationId: row.transactionId },
    requestedBy: actor,
    because: 'reservation',
    waitsUntil: new Date(untilMs),
  });
  await writeTold(tx, row.orderId, endId);
};

const writeTold = async (tx: Tx, orderId: string, commandId: string): Promise<void> => {
  await sql`update reservation_order set told_command_id = ${commandId} where charging_order_id = ${orderId}`.execute(tx);
};
