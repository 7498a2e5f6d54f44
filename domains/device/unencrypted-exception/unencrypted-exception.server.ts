import { sql } from 'kysely';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { settingOf } from '#domains/system/server.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { entityState } from '#engines/entity/codes.ts';
import { encryptionMode } from '#engines/protocol/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { parseAddresses } from './addresses.server.ts';
import { unencryptedExceptionApi, unencryptedHoldMax, unencryptedExceptionRefusals } from './unencrypted-exception.ts';

const NATIVE = pileProtocol.items.native.value;
const UNENCRYPTED = encryptionMode.none;

export const unencryptedExceptionRoutes = implement(unencryptedExceptionApi, {
  plainException: async (ctx, { cpCode }) => {
    await ctx.rows(pile).get(cpCode);
    const { rows } = await sql<{
      addresses: string;
      reason: string;
      holdMax: bigint;
      grantedBy: string | null;
      grantedAt: Date;
    }>`select addresses, reason,
      hold_max, coalesce(update_by, create_by) as granted_by, coalesce(update_time, create_time) as granted_at from pile_plain where cp_code = ${cpCode}`.execute(
      ctx.db,
    );
    const [row] = rows;
    return row ? { ...row, holdMax: Number(row.holdMax), grantedAt: row.grantedAt.toISOString() } : null;
  },
  allowPlain: async (ctx, { cpCodes, addresses, reason }) => {
    const parsed = parseAddresses(addresses);
    if (typeof parsed === 'string') return throwRefusal(unencryptedExceptionRefusals, 'plain.notAddresses', { text: parsed });
    const codes = splitIds(cpCodes);
    const piles = await ctx.rows(pile).findMany(codes);
    if (piles.length !== codes.length) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    for (const { cpName, cpStat, protocol } of piles) {
      if (cpStat === entityState.disused) throwRefusal(deviceRefusals, 'device.disused', { name: cpName });
      if (protocol !== NATIVE) throwRefusal(unencryptedExceptionRefusals, 'plain.notNative', { name: cpName });
    }
    for (const row of piles) {
      if (row.encryptionMode !== UNENCRYPTED) await ctx.rows(pile).change(row.cpCode, { encryptionMode: UNENCRYPTED });
      await grant(ctx, row, { addresses, reason });
    }
    return ctx.say(kitWords.changed);
  },
});

type ExceptionTarget = {
  readonly cpCode: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly currency: string;
};

const grant = async (
  ctx: Context,
  row: ExceptionTarget,
  { addresses, reason }: { readonly addresses: string; readonly reason: string },
): Promise<void> => {
  const holdMax = BigInt(await settingOf(ctx, unencryptedHoldMax, row.tenantId)) * 10n ** BigInt(minorDigits(row.currency) ?? 2);
  await sql`insert into pile_plain (cp_code, tenant_id, agent_id, station_id, addresses, reason, hold_max, create_by, create_time)
    values (${row.cpCode}, ${row.tenantId}, ${row.agentId}, ${row.stationId}, ${addresses}, ${reason}, ${holdMax}, ${ctx.viewer.username}, ${ctx.now})
    on conflict (cp_code) do update set addresses = excluded.addresses, reason = excluded.reason, hold_max = excluded.hold_max,
      update_by = ${ctx.viewer.username}, update_time = ${ctx.now}`.execute(ctx.db);
};
