import { sql } from 'kysely';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Context } from '#kit/server/context/context.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { CardRefusal } from './card.labels.ts';
import { checkLength, fitsOcpp } from './card.rules.ts';
import { allow } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';

const protocol = valuesOf(pileProtocol);

/** Whether some pile that the card may be used at can send this number; a card without bindings may be used at every pile of its tenant. */
export const checkNumberLength = async (
  ctx: Context,
  {
    tenantId,
    icCardNo,
    boundAs,
  }: { readonly tenantId: string; readonly icCardNo: string; /** The card whose bindings it has. */ readonly boundAs?: string },
): Promise<Verdict<true, CardRefusal>> => {
  if (fitsOcpp(icCardNo)) return allow(true);
  const { rows } = await sql<{ hasOcpp: boolean; hasNative: boolean }>`with bound as (
      select cp_code, null::int8 as station_id from pile_binding where ic_card_id = ${boundAs ?? null} and not is_delete
      union all select null, station_id from ic_card_station where ic_card_id = ${boundAs ?? null} and not is_delete)
    select coalesce(bool_or(p.protocol = ${protocol.ocpp16}), false) as has_ocpp, coalesce(bool_or(p.protocol = ${protocol.native}), false) as has_native
    from pile p where p.tenant_id = ${tenantId} and not p.is_delete
      and (not exists (select from bound) or exists (select from bound b where b.cp_code = p.cp_code or b.station_id = p.station_id))`.execute(
    ctx.db,
  );
  const [piles] = rows;
  return piles ? checkLength(icCardNo, piles) : allow(true);
};
