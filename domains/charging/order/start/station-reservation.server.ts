import { sql } from 'kysely';
import { idTagOf } from '#engines/protocol/ocpp16/id-tag.ts';
import type { Party } from '#domains/customer/server.ts';
import { enqueueCommand } from '#domains/device/server.ts';
import type { CommandDraft } from '#domains/device/server.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

/**
 * Tells an OCPP station who has reserved a gun, so that it accepts nobody else there. The tag is that of a start by the platform; the cards of the
 * same customer are known by their group.
 */
export const tellReservation = async (
  { tx, actor }: OrderWork,
  row: StoredOrder,
  { party, untilMs }: { readonly party: Party; readonly untilMs: number },
): Promise<void> => {
  if (row.transactionId === null) return;
  const { gunNumber, transactionId: reservationId } = row;
  const idTag = row.idTag ?? idTagOf(row.orderNo);
  await tell(tx, row, { command: { cmd: 'reserve', gunNumber, reservationId, idTag, parentIdTag: party.groupTag, untilMs }, untilMs, actor });
};

/** Frees the gun of an OCPP station before the reservation runs out there by itself. */
export const tellCancellation = async (
  tx: Tx,
  row: StoredOrder,
  { untilMs, actor }: { readonly untilMs: number; readonly actor: string },
): Promise<void> => {
  if (row.transactionId !== null) await tell(tx, row, { command: { cmd: 'cancelReservation', reservationId: row.transactionId }, untilMs, actor });
};

interface StationMessage {
  readonly command: CommandDraft;
  /** The reservation ends then, and nothing has to be told any more. */
  readonly untilMs: number;
  readonly actor: string;
}

const tell = async (tx: Tx, { cpCode }: StoredOrder, { command, untilMs, actor }: StationMessage): Promise<void> => {
  const { rows } = await sql<{ protocol: number }>`select protocol from pile where cp_code = ${cpCode}`.execute(tx);
  if (rows[0]?.protocol !== pileProtocol.items.ocpp16.value) return;
  await enqueueCommand(tx, { cpCode, command, requestedBy: actor, because: 'reservation', waitsUntil: new Date(untilMs) });
};
