import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Page } from '#kit/resource/endpoint.ts';
import { walletBalance } from './balance.server.ts';
import { payeeOf, payeesByCode, searchPayees } from './payee.server.ts';
import type { Payee } from './payee.server.ts';
import { statementOf } from './statement.server.ts';
import type { Movement } from './statement.server.ts';
import { walletApi } from './wallet.ts';

const PAGE_SIZE = 10;
/** The largest number of holds that a balance lists; with more, only their sum is returned. */
const HOLDS_MAX = 1_000;

export const walletRoutes = implement(walletApi, {
  balance: async (ctx, key) => {
    const payee = await payeeOf(ctx, key);
    const { accountId, postedCents, heldCents, availableCents, owedCents } = await walletBalance(ctx.db, payee);
    return {
      ...payeeRow(payee),
      balance: postedCents,
      heldBal: heldCents,
      availableBal: availableCents,
      owedBal: owedCents,
      poolCustId: payee.pool?.custId ?? null,
      poolCustName: payee.pool?.custName ?? null,
      poolAvailableBal: payee.pool && (await poolBalance(ctx, payee, payee.pool.custId)),
      holds: accountId === undefined || heldCents === 0n ? [] : await openHolds(ctx, accountId),
    };
  },
  statement: async (ctx, { mainPartType, mainPartId, pageNo, pageSize }, { list }) => {
    const payee = await payeeOf(ctx, { mainPartType, mainPartId });
    const { accountId } = await walletBalance(ctx.db, payee);
    const page = { pageNo: pageNo ?? 1, pageSize: pageSize ?? PAGE_SIZE };
    if (accountId === undefined) return { records: [], total: 0, totalCapped: false, size: page.pageSize, current: page.pageNo, pages: 0 };
    return withCounterPartyNames(ctx, await statementOf(ctx.db, { accountId, currency: payee.currency, conditions: list.conditions, ...page }));
  },
  parties: async (ctx, { mainPartType, keyword, tenantId }) => (await searchPayees(ctx, { mainPartType, keyword, tenantId })).map(payeeRow),
});

const poolBalance = async (ctx: Context, { tenantId, currency }: Payee, custId: string) =>
  (await walletBalance(ctx.db, { tenantId, currency, owner: { ownerType: 'customer', ownerId: custId } })).availableCents;

/** The page with the names of the other parties. */
const withCounterPartyNames = async (ctx: Context, page: Page<Movement>): Promise<Page<Movement>> => {
  const codes = new Set(page.records.flatMap(({ parts }) => parts.flatMap(({ counterParty }) => counterParty ?? [])));
  if (codes.size === 0) return page;
  const payees = await payeesByCode(ctx, [...codes]);
  const withName = (part: Movement['parts'][number]) => {
    const payee = payees.get(part.counterParty ?? '');
    if (!payee) return part;
    const { mainPartType, mainPartId, mainPartNo, mainPartName } = payee;
    const isCustomer = payee.owner.ownerType === 'customer';
    return { ...part, counterPartType: mainPartType, counterPartId: mainPartId, counterPartName: isCustomer ? mainPartName : mainPartNo };
  };
  return { ...page, records: page.records.map((row) => ({ ...row, parts: row.parts.map(withName) })) };
};

const payeeRow = ({ mainPartType, mainPartId, mainPartNo, mainPartName, tenantId, tenantName, currency }: Payee) => ({
  mainPartType,
  mainPartId,
  mainPartNo,
  mainPartName,
  tenantId,
  tenantName,
  currency,
});

const openHolds = async (ctx: Context, accountId: bigint) => {
  const { rows } = await sql<{ orderId: bigint; amount: bigint; createTime: Date }>`select order_id, amount, create_time from ledger.hold
    where account_id = ${accountId} and state = 'open' order by hold_id limit ${HOLDS_MAX}`.execute(ctx.db);
  return rows.map(({ orderId, amount, createTime }) => ({ chargingOrderId: String(orderId), heldMoney: amount, heldSince: createTime }));
};
