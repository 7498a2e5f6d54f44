import { sql } from 'kysely';
import type { VendorMessage } from '#engines/protocol/device.ts';
import { settingOf } from '#domains/system/server.ts';
import { yesNo } from '#domains/system/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { PileScope } from '../pile-directory.server.ts';
import { isKnownVendor } from './vendor-message.rules.ts';
import { DATA_LENGTH_MAX, knownVendors, MESSAGES_PER_PILE_MAX } from './vendor-message.ts';

interface ReceivedMessage {
  readonly scope: PileScope;
  readonly event: VendorMessage;
  readonly receivedAt: Date;
}

/** Stores a message of a vendor and tells whether the tenant of the pile knows the vendor. */
export const storeVendorMessage = (deps: Deps, { scope, event, receivedAt }: ReceivedMessage): Promise<boolean> =>
  inSystem(deps.database, async (tx) => {
    const known = await settingOf({ db: tx, registry: deps.registry, now: receivedAt }, knownVendors, scope.tenantId);
    const isAccepted = isKnownVendor(event.vendorId, known);
    const data = event.data === null ? null : textStart(event.data);
    await sql`insert into vendor_message (tenant_id, agent_id, station_id, cp_code, vendor_id, message_id, data, data_length, is_accepted, received_at)
      select tenant_id, agent_id, station_id, cp_code, ${event.vendorId}, ${event.messageId ?? null}::text, ${data}::text, ${event.data?.length ?? 0}::int,
        ${isAccepted ? yesNo.items.yes.value : yesNo.items.no.value}::smallint, ${receivedAt}::timestamptz from pile where cp_code = ${scope.cpCode}`.execute(
      tx,
    );
    await sql`delete from vendor_message where cp_code = ${scope.cpCode} and vendor_message_id <= (select vendor_message_id from vendor_message
      where cp_code = ${scope.cpCode} order by vendor_message_id desc limit 1 offset ${MESSAGES_PER_PILE_MAX})`.execute(tx);
    return isAccepted;
  });

/** Deletes the messages received before an instant, and returns their number. */
export const expireVendorMessages = async (tx: Tx, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from vendor_message where received_at < ${before}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** The stored beginning of a text; a character of two units is not divided. */
const textStart = (text: string): string => {
  const start = text.slice(0, DATA_LENGTH_MAX);
  return /[\uD800-\uDBFF]$/u.test(start) ? start.slice(0, -1) : start;
};
