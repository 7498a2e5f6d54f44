import { sql } from 'kysely';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Context } from '#kit/server/context/context.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { accounts } from '../ledger/ledger.ts';
import type { AccountSpec, Booking } from '../ledger/ledger.ts';
import type { Books } from '../ledger/ledger.server.ts';
import type { Payee } from '../wallet/payee.server.ts';
import { payMethod } from './recharge.codes.ts';
import { rechargeRefusals } from './recharge.labels.ts';
import type { RechargeRefusal } from './recharge.labels.ts';
import { recharge } from './recharge.ts';

type Recharge = Row<typeof recharge.fields>;
type PickOfRecharge<K extends keyof Recharge> = Pick<Recharge, K>;

/** The id of a record that is not written yet. It is the key with which the booking is made once. */
export const nextRecordId = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ id: bigint }>`select nextval('recharge_record_recharg_record_id_seq') as id`.execute(tx);
  return String(rows[0]?.id);
};

export const booksOf = (ctx: Context, { tenantId, currency }: Pick<Payee, 'tenantId' | 'currency'>): Books => ({
  tenantId: BigInt(tenantId),
  currency,
  actor: `user:${ctx.viewer.username}`,
});

const methods = valuesOf(payMethod);

/** The cash account of a payment method. */
export const cashAccountFor = (method: CodeValue<typeof payMethod>): AccountSpec =>
  method === methods.cash ? accounts.cash() : accounts.provider(providers[method]);
const providers = { [methods.alipay]: 'alipay', [methods.weChat]: 'wechat', [methods.creditCard]: 'credit_card' } as const;

/** The booking and its effect on the wallet; a booking that only paid a debt leaves the balance unchanged. */
export const balanceChange = (
  booking: Booking,
  { wallet, postedCents }: { readonly wallet: bigint; readonly postedCents: bigint },
): PickOfRecharge<'journalId' | 'rrBeforeMoney' | 'rrAfterMoney'> => {
  const movement = booking.movements.find(({ accountId }) => accountId === wallet);
  return {
    journalId: String(booking.journalId),
    rrBeforeMoney: movement?.beforeCents ?? postedCents,
    rrAfterMoney: movement?.afterCents ?? postedCents,
  };
};

type RecordValues = PickOfRecharge<
  'rechargRecordId' | 'journalId' | 'rrMoney' | 'rrBeforeMoney' | 'rrAfterMoney' | 'receivableMoney' | 'debtPaidMoney' | 'payMethod'
> &
  Partial<PickOfRecharge<'invoiceCode' | 'invoiceNumber' | 'reverseRecordId' | 'reverseReason'>>;

/** Writes the record of a booking with the current data of the party. */
export const writeRecord = (ctx: Context, party: RecordParty, record: RecordValues) =>
  ctx.rows(recharge).insert({
    ...record,
    tenantId: party.tenantId,
    agentId: party.agentId,
    custId: party.custId,
    mainPartType: party.mainPartType,
    mainPartId: party.mainPartId,
    mainPartNo: party.mainPartNo,
    mainPartName: party.mainPartName,
    currency: party.currency,
    hasReverse: 0,
    rechargeBy: ctx.viewer.username,
    rechargeTime: ctx.now,
  });

/** The party of a record, or an earlier record of the same party. */
type RecordParty = PickOfRecharge<'tenantId' | 'agentId' | 'custId' | 'mainPartType' | 'mainPartId' | 'mainPartNo' | 'mainPartName' | 'currency'>;

/** Throws the refusal of a verdict; if it names an input, the form marks that input. */
export const orRefuse = (ctx: Context, verdict: Verdict<true, RechargeRefusal>, input?: string): void => {
  if (!verdict.ok) refuseInput(ctx, verdict.refusal, { args: verdict.args ?? {}, ...(input !== undefined && { input }) });
};

export const refuseInput = (
  ctx: Context,
  code: RechargeRefusal,
  { args = {}, input }: { readonly args?: Readonly<Record<string, string | number | bigint>>; readonly input?: string } = {},
): never =>
  throwRefusal(rechargeRefusals, code, args, input === undefined ? {} : { detail: { fields: { [input]: ctx.say(rechargeRefusals[code], args) } } });
