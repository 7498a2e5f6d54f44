import { sql } from 'kysely';
import { requireTwoPersons } from '#domains/identity/server.ts';
import type { Draft } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { addHandlers, crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, post } from '../ledger/ledger.server.ts';
import { partyOf } from '../recharge/party.server.ts';
import { checkRecharge } from '../recharge/recharge.rules.ts';
import { booksOf, orRefuse } from '../recharge/record.server.ts';
import { partyCode } from '../wallet/balance.server.ts';
import type { Payee } from '../wallet/payee.server.ts';
import { openingState } from './opening-balance.codes.ts';
import { openingBalanceRefusals, openingBalanceWords } from './opening-balance.labels.ts';
import { openingBalance, openingBalanceApi } from './opening-balance.ts';

const { list, queryById, exportXls, exportTemplate } = crudHandlers(openingBalance);
const { proposed, booked, declined } = openingState.items;

export const openingBalanceRoutes = implement(openingBalanceApi, {
  list,
  queryById,
  ...revealHandlers(openingBalance),
  exportXls,
  exportTemplate,
  ...addHandlers(openingBalance, (ctx, draft) => propose(ctx, draft)),
  book: (ctx, { openingBalanceId }) => book(ctx, openingBalanceId),
  decline: async (ctx, { openingBalanceId }) => {
    await lockProposed(ctx, openingBalanceId);
    await ctx.rows(openingBalance).change(openingBalanceId, { openingState: declined.value, decideBy: ctx.viewer.username, decideTime: ctx.now });
    return ctx.say(openingBalanceWords.declined);
  },
});

/** The party is found and locked as for a recharge; nothing is booked. */
const propose = async (ctx: Context, draft: Draft<typeof openingBalance.fields>) => {
  const { openingMoney, oldNo, remark } = draft;
  if (openingMoney === 0n) return refuse(ctx, 'opening.amount');
  const party = await partyOf(ctx, draft);
  checkParty(ctx, party, openingMoney);
  const { tenantId, agentId, custId, mainPartType, mainPartId, mainPartNo, mainPartName, currency } = party;
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int4 as n from opening_balance where tenant_id = ${tenantId} and main_part_type = ${mainPartType}
    and main_part_id = ${mainPartId} and opening_state in (${sql.lit(proposed.value)}, ${sql.lit(booked.value)})`.execute(ctx.db);
  if (rows[0]?.n !== 0) return throwRefusal(openingBalanceRefusals, 'opening.twice', { name: mainPartName });
  return ctx.rows(openingBalance).insert({
    tenantId,
    agentId,
    custId,
    mainPartType,
    mainPartId,
    mainPartNo,
    mainPartName,
    currency,
    openingMoney,
    oldNo: oldNo ?? null,
    remark: remark ?? null,
    proposedBy: ctx.viewer.username,
    proposedById: ctx.viewer.userId,
    openingState: proposed.value,
  });
};

const refuse = (ctx: Context, code: 'opening.amount'): never =>
  throwRefusal(openingBalanceRefusals, code, {}, { detail: { fields: { openingMoney: ctx.say(openingBalanceRefusals[code]) } } });

/** A wallet that can never be used again, or that a pool replaces, begins with nothing. */
const checkParty = (ctx: Context, { mainPartName: name, isVoid, pool }: Payee, openingMoney: bigint): void => {
  const amountCents = openingMoney < 0n ? -openingMoney : openingMoney;
  orRefuse(ctx, checkRecharge({ amountCents, party: { name, isVoid, poolOwner: pool?.custName ?? null } }), 'mainPartId');
};

const lockProposed = async (ctx: Context, openingBalanceId: string) => {
  await ctx.rows(openingBalance).lock([openingBalanceId]);
  const row = await ctx.rows(openingBalance).get(openingBalanceId);
  return row.openingState === proposed.value ? row : throwRefusal(openingBalanceRefusals, 'opening.decided');
};

/** D opening, C wallet; a debt: D receivable, C opening. */
const book = async (ctx: Context, openingBalanceId: string): Promise<string> => {
  const row = await lockProposed(ctx, openingBalanceId);
  if (row.proposedBy === ctx.viewer.username) throwRefusal(openingBalanceRefusals, 'opening.samePerson');
  await requireTwoPersons(ctx, row.proposedById);
  const { mainPartType, mainPartId, openingMoney } = row;
  const party = await partyOf(ctx, { mainPartType, mainPartId });
  checkParty(ctx, party, openingMoney);
  const books = booksOf(ctx, party);
  const code = partyCode(party.owner);
  const [opening = 0n, own = 0n] = await openAccounts(ctx.db, books, [
    accounts.opening(),
    openingMoney > 0n ? accounts.wallet(code) : accounts.receivable(code),
  ]);
  const line =
    openingMoney > 0n ? { debit: opening, credit: own, amountCents: openingMoney } : { debit: own, credit: opening, amountCents: -openingMoney };
  const booking = await post(ctx.db, books, { kind: 'opening', source: { type: 'opening_balance', id: openingBalanceId }, lines: [line] });
  const decision = { openingState: booked.value, decideBy: ctx.viewer.username, decideTime: ctx.now, journalId: String(booking.journalId) };
  await ctx.rows(openingBalance).change(openingBalanceId, decision);
  return ctx.say(openingBalanceWords.booked);
};
