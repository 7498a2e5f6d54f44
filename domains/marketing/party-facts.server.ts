import { sql } from 'kysely';
import { mainPartType } from '#engines/order/codes.ts';
import type { Party } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';

/** The rank of the VIP level of a party; 0 without one. */
export const vipRankOf = async (tx: Tx, { vipLevelId }: Party): Promise<number> => {
  if (vipLevelId === null) return 0;
  const { rows } = await sql<{
    rank: number;
  }>`select vip_level_val as rank from vip_level where vip_level_id = ${vipLevelId} and not is_delete`.execute(tx);
  return rows[0]?.rank ?? 0;
};

/** What a party is known by: card number, VIN, phone number, company name. */
export const numberOf = (party: Party): string => {
  if (party.mainPartType === mainPartType.icCard) return party.icCardNo ?? '';
  if (party.mainPartType === mainPartType.vehicleVin) return party.carVin ?? '';
  return (party.mainPartType === mainPartType.phoneUser ? party.userMobile : party.custName) ?? '';
};

export const nameOf = ({ custName, userName, carNum }: Party): string => userName ?? custName ?? carNum ?? '';
