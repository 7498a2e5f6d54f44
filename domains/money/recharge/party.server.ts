import { mainPartType as parts } from '#engines/order/codes.ts';
import { accountType } from '#engines/protocol/codes.ts';
import type { Draft } from '#kit/fields/field.ts';
import type { Context } from '#kit/server/context/context.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { customer } from '#domains/customer/resources.ts';
import { findParty } from '#domains/customer/server.ts';
import { findPayee, kindWord } from '../wallet/payee.server.ts';
import type { Payee, PartKind } from '../wallet/payee.server.ts';
import { lockParty } from '../wallet/party-lock.server.ts';
import { ownerOf } from '../wallet/wallet.rules.ts';
import type { recharge } from './recharge.ts';
import { refuseInput } from './record.server.ts';

type PartyKey = Pick<Draft<typeof recharge.fields>, 'mainPartType' | 'mainPartId' | 'mainPartNo'>;

/**
 * Finds the party of a form or a sheet's row, by id or by number. Its row is locked until the end of the transaction, so that a card is not voided
 * during a recharge, and two recharges do not pay the same debt.
 */
export const partyOf = async (ctx: Context, { mainPartType, mainPartId, mainPartNo }: PartyKey): Promise<Payee> => {
  const id = mainPartId || (mainPartNo ? await idByNo(ctx, mainPartType, mainPartNo) : refuseInput(ctx, 'recharge.noParty', { input: 'mainPartId' }));
  await lockParty(ctx.db, ownerOf(mainPartType, id));
  const args = { kind: kindWord(ctx, mainPartType), no: mainPartNo || id };
  const found = (await findPayee(ctx, { mainPartType, mainPartId: id })) ?? refuseInput(ctx, 'recharge.unknownParty', { args, input: 'mainPartId' });
  // If a sheet contains both, they must belong to the same party.
  if (mainPartId && mainPartNo && (await idByNo(ctx, mainPartType, mainPartNo)) !== id)
    return refuseInput(ctx, 'recharge.apart', { args: { no: mainPartNo, id }, input: 'mainPartNo' });
  return found;
};

/** The account types of charging by which each kind of party is found: card, VIN, phone. */
const accountTypes = {
  [parts.phoneUser]: accountType.phoneUser,
  [parts.icCard]: accountType.card,
  [parts.vehicleVin]: accountType.vin,
} as const;

const idByNo = async (ctx: Context, kind: PartKind, no: string): Promise<string> => {
  const args = { kind: kindWord(ctx, kind), no };
  const unknownParty = (): never => refuseInput(ctx, 'recharge.unknownParty', { args, input: 'mainPartNo' });
  if (kind === parts.agentCustomer) {
    const [first, second] = await companiesOf(ctx, no);
    return second ? refuseInput(ctx, 'recharge.manyParties', { args, input: 'mainPartNo' }) : (first?.custId ?? unknownParty());
  }
  // Numbers are unique within a tenant; staff of the platform have to name the tenant.
  const tenantId = singleId(ctx.viewer.sees.tenant) ?? refuseInput(ctx, 'recharge.whichTenant', { input: 'mainPartNo' });
  const found = await findParty(ctx.db, { tenantId, accountType: accountTypes[kind], account: no });
  // A party outside the scope is treated as not found.
  const payee = found && (await findPayee(ctx, { mainPartType: kind, mainPartId: found.mainPartId }));
  return payee?.mainPartId ?? unknownParty();
};

const companiesOf = (ctx: Context, custName: string) =>
  ctx.rows(customer).page({
    conditions: [
      { field: 'custName', is: 'in', values: [custName] },
      { field: 'custType', is: 'in', values: [2] },
      { field: 'custState', is: 'in', values: [1, 0] },
    ],
    sort: { column: 'createTime', order: 'desc' },
    pageNo: 1,
    pageSize: 2,
  });
