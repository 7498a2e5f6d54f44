import { sql } from 'kysely';
import type { Draft } from '#kit/fields/field.ts';
import type { Context } from '#kit/server/context.ts';
import { onlyOne } from '#kit/server/viewer.ts';
import { customer } from '#domains/customer/resources.ts';
import { findParty } from '#domains/customer/server.ts';
import { findPayee, kindWord } from '../wallet/payee.server.ts';
import type { Payee, PartKind } from '../wallet/payee.server.ts';
import type { recharge } from './recharge.ts';
import { refuseHere } from './record.server.ts';

type Named = Pick<Draft<typeof recharge.fields>, 'mainPartType' | 'mainPartId' | 'mainPartNo'>;

/**
 * Whom a form or a sheet's row means: by id, or by the number people know. The party's row stays as it is until the transaction ends, so
 * that a card is not voided while it is being recharged.
 */
export const partyOf = async (ctx: Context, { mainPartType, mainPartId, mainPartNo }: Named): Promise<Payee> => {
  const id = mainPartId || (mainPartNo ? await idByNo(ctx, mainPartType, mainPartNo) : refuseHere(ctx, 'recharge.noParty', { input: 'mainPartId' }));
  await keepParty(ctx, mainPartType, id);
  const args = { kind: kindWord(ctx, mainPartType), no: mainPartNo || id };
  const found = (await findPayee(ctx, { mainPartType, mainPartId: id })) ?? refuseHere(ctx, 'recharge.unknownParty', { args, input: 'mainPartId' });
  // A sheet that names both must mean one.
  if (mainPartId && mainPartNo && (await idByNo(ctx, mainPartType, mainPartNo)) !== id)
    return refuseHere(ctx, 'recharge.apart', { args: { no: mainPartNo, id }, input: 'mainPartNo' });
  return found;
};

/** The account types of charging by which a kind of party is found: card, VIN, phone. */
const accountTypes = { 1: 4, 2: 1, 4: 2 } as const;

const idByNo = async (ctx: Context, kind: PartKind, no: string): Promise<string> => {
  const args = { kind: kindWord(ctx, kind), no };
  const nobody = (): never => refuseHere(ctx, 'recharge.unknownParty', { args, input: 'mainPartNo' });
  if (kind === 3) {
    const [first, second] = await companiesOf(ctx, no);
    return second ? refuseHere(ctx, 'recharge.manyParties', { args, input: 'mainPartNo' }) : (first?.custId ?? nobody());
  }
  // Numbers are unique within a tenant; staff of the platform say which one they mean.
  const tenantId = onlyOne(ctx.viewer.sees.tenant) ?? refuseHere(ctx, 'recharge.whichTenant', { input: 'mainPartNo' });
  const found = await findParty(ctx.db, { tenantId, accountType: accountTypes[kind], account: no });
  // The number of a party outside the scope is nobody's number.
  const seen = found && (await findPayee(ctx, { mainPartType: kind, mainPartId: found.mainPartId }));
  return seen?.mainPartId ?? nobody();
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

const keepParty = async (ctx: Context, kind: PartKind, id: string): Promise<void> => {
  if (kind === 2) await sql`select 1 from ic_card where ic_card_id = ${id} for share`.execute(ctx.db);
  else if (kind === 4) await sql`select 1 from car where car_id = ${id} for share`.execute(ctx.db);
  else await sql`select 1 from customer where cust_id = ${id} for share`.execute(ctx.db);
};
