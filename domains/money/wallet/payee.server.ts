import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { say } from '#kit/fields/words.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context, Texts } from '#kit/server/context/context.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import { guardCondition } from '#kit/server/rights/personal-data.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { car, card, cardState, customer, custState, custType as custTypes, mainPartType } from '#domains/customer/resources.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';
import { partyCode } from './balance.server.ts';
import { ownerOf } from './wallet.rules.ts';
import { PARTIES_MAX } from './wallet.ts';

export type PartKind = CodeValue<typeof mainPartType>;
const kinds = valuesOf(mainPartType);

/** A party with a wallet, as far as the viewer can see it. Ids are texts of digits. */
export interface Payee {
  readonly mainPartType: PartKind;
  readonly mainPartId: string;
  readonly mainPartNo: string;
  readonly mainPartName: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly agentId: string | null;
  readonly custId: string | null;
  readonly currency: string;
  readonly isVoid: boolean;
  /** The customer whose wallet is used in place of the party's own. */
  readonly pool: { readonly custId: string; readonly custName: string } | null;
  /** The owner of the party's own wallet. */
  readonly owner: WalletOwner;
}

interface PartyKey {
  readonly mainPartType: PartKind;
  readonly mainPartId: string;
}

/** A party within the viewer's scope; one outside it is refused like one that does not exist. */
export const payeeOf = async (ctx: Context, key: PartyKey): Promise<Payee> =>
  (await findPayee(ctx, key)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });

export const findPayee = async (ctx: Context, { mainPartType: kind, mainPartId }: PartyKey): Promise<Payee | undefined> =>
  (await readPayees(ctx, kind, [mainPartId]))[0];

const readPayees = async (ctx: Context, kind: PartKind, ids: readonly string[]): Promise<readonly Payee[]> => {
  if (kind === kinds.icCard) return (await ctx.rows(card).findMany(ids)).map(ofCard);
  if (kind === kinds.vehicleVin) return (await ctx.rows(car).findMany(ids)).map(ofCar);
  return (await ctx.rows(customer).findMany(ids)).map(ofCustomer).filter((payee) => payee.mainPartType === kind);
};

/** Parties by their names in the ledger (`card:12`), as far as the viewer can see them. */
export const payeesByCode = async (ctx: Context, codes: readonly string[]): Promise<ReadonlyMap<string, Payee>> => {
  const idsOf = (ownerType: string) => codes.flatMap((code) => (code.startsWith(`${ownerType}:`) ? [code.slice(ownerType.length + 1)] : []));
  const payees = [
    ...(await ctx.rows(card).findMany(idsOf('card'))).map(ofCard),
    ...(await ctx.rows(car).findMany(idsOf('car'))).map(ofCar),
    ...(await ctx.rows(customer).findMany(idsOf('customer'))).map(ofCustomer),
  ];
  return new Map(payees.map((payee) => [partyCode(payee.owner), payee]));
};

/** The name of a kind of party, in the viewer's language. */
export const kindWord = (ctx: Context, kind: PartKind): string => {
  const item = Object.values(mainPartType.items).find(({ value }) => value === kind);
  return item ? say(item.words, ctx.viewer.language) : String(kind);
};

const ofCustomer = (row: Row<typeof customer.fields> & Texts): Payee => ({
  mainPartType: row.custType === custTypes.items.personal.value ? kinds.phoneUser : kinds.agentCustomer,
  mainPartId: row.custId,
  mainPartNo: row.custType === custTypes.items.personal.value ? row.custPhone : row.custName,
  mainPartName: row.custName,
  tenantId: row.tenantId,
  tenantName: row['tenantId_dictText'] ?? row.tenantId,
  agentId: row.agentId,
  custId: row.custId,
  currency: row.currency,
  isVoid: row.custState === custState.items.closed.value,
  pool: null,
  owner: ownerOf(kinds.agentCustomer, row.custId),
});

const ofCard = (row: Row<typeof card.fields> & Texts): Payee => ({
  mainPartType: kinds.icCard,
  mainPartId: row.icCardId,
  mainPartNo: row.icCardNo,
  mainPartName: row.cardPeople ?? row['custId_dictText'] ?? row.icCardNo,
  tenantId: row.tenantId,
  tenantName: row['tenantId_dictText'] ?? row.tenantId,
  agentId: row.agentId,
  custId: row.custId,
  currency: row.currency,
  isVoid: row.cardState === cardState.items.disused.value,
  pool: poolOf(row.useFundsPool, row.custId, row['custId_dictText']),
  owner: ownerOf(kinds.icCard, row.icCardId),
});

const ofCar = (row: Row<typeof car.fields> & Texts): Payee => {
  const custId = row.custId ?? row.phoneUserId;
  const custName = row['custId_dictText'] ?? row['phoneUserId_dictText'];
  return {
    mainPartType: kinds.vehicleVin,
    mainPartId: row.carId,
    mainPartNo: row.carVin,
    mainPartName: row.carDriver ?? custName ?? row.carNum,
    tenantId: row.tenantId,
    tenantName: row['tenantId_dictText'] ?? row.tenantId,
    agentId: row.agentId,
    custId,
    currency: row.currency,
    isVoid: row.state === entityState.disused,
    pool: poolOf(row.useFundsPool, custId, custName),
    owner: ownerOf(kinds.vehicleVin, row.carId),
  };
};

const poolOf = (usesPool: number, custId: string | null, custName: string | null | undefined): Payee['pool'] =>
  usesPool === 1 && custId !== null ? { custId, custName: custName ?? custId } : null;

/** How each kind is searched: its noun, a condition on its rows, and the fields that a keyword can match. */
interface PayeeSearch {
  readonly noun: AnyResource;
  readonly conditions: readonly Condition[];
  readonly matched: readonly string[];
}
const customers = (custType: number): PayeeSearch => ({
  noun: customer,
  conditions: [
    { field: 'custType', is: 'in', values: [custType] },
    { field: 'custState', is: 'in', values: [1, 0] },
  ],
  matched: ['custName', 'custPhone'],
});
const payeeSearches: Readonly<Record<PartKind, PayeeSearch>> = {
  [kinds.phoneUser]: customers(1),
  [kinds.agentCustomer]: customers(2),
  [kinds.icCard]: { noun: card, conditions: [{ field: 'cardState', is: 'in', values: [1, 2, 0] }], matched: ['icCardNo', 'cardPeople', 'cardPhone'] },
  [kinds.vehicleVin]: { noun: car, conditions: [{ field: 'state', is: 'in', values: [1, 0] }], matched: ['carVin', 'carNum', 'carDriver'] },
};

/** Parties whose number or name contains the keyword, newest first. */
export const searchPayees = async (
  ctx: Context,
  query: { readonly mainPartType: PartKind; readonly keyword: string | null | undefined; readonly tenantId: string | null | undefined },
): Promise<readonly Payee[]> => {
  const { noun, conditions, matched } = payeeSearches[query.mainPartType];
  const inTenant: readonly Condition[] = query.tenantId ? [{ field: 'tenantId', is: 'in', values: [query.tenantId] }] : [];
  const keywordConditions: readonly Condition[] = query.keyword ? [anyOf(ctx, { noun, matched, text: query.keyword })] : [];
  const isFound = inScope(ctx, noun, [...conditions, ...inTenant, ...keywordConditions]);
  const { rows } = await sql<{ id: bigint }>`select ${columnRef(noun.key)} as id from ${sql.table(noun.table)} as t
    where ${isFound} order by t.create_time desc limit ${PARTIES_MAX}`.execute(ctx.db);
  const ids = rows.map(({ id }) => String(id));
  const payeesById = new Map((await readPayees(ctx, query.mainPartType, ids)).map((payee) => [payee.mainPartId, payee]));
  return ids.flatMap((id) => payeesById.get(id) ?? []);
};

/** Matches a part of any field; a masked phone number only matches as a whole. */
const anyOf = (
  ctx: Context,
  { noun, matched, text }: { readonly noun: AnyResource; readonly matched: readonly string[]; readonly text: string },
) => ({
  is: 'any' as const,
  of: matched.flatMap((field) => guardCondition(ctx, noun, { field, is: 'contains', text }) ?? []),
});

const columnRef = (field: string): RawBuilder<unknown> => sql.ref(`t.${columnOf(field)}`);
