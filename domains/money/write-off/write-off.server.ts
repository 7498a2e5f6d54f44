import { sql } from 'kysely';
import type { Draft } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { implement } from '#kit/server/context/route.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, post } from '../ledger/ledger.server.ts';
import { booksOf } from '../recharge/record.server.ts';
import { partyCode, walletBalance } from '../wallet/balance.server.ts';
import { lockParty } from '../wallet/party-lock.server.ts';
import { payeeOf } from '../wallet/payee.server.ts';
import type { Payee } from '../wallet/payee.server.ts';
import { ownerOf } from '../wallet/wallet.rules.ts';
import { writeOffRefusals } from './write-off.labels.ts';
import { checkWriteOff } from './write-off.rules.ts';
import { writeOff, writeOffApi } from './write-off.ts';

const { list, queryById, exportXls } = crudHandlers(writeOff);

export const writeOffRoutes = implement(writeOffApi, {
  list,
  queryById,
  ...revealHandlers(writeOff),
  exportXls,
  add: (ctx, draft) => addWriteOff(ctx, draft),
});

/** Books the loss against the party's debt. The party's row is locked first, so that no other transaction pays the debt. */
const addWriteOff = async (ctx: Context, draft: Draft<typeof writeOff.fields>) => {
  const { mainPartType, mainPartId, rrMoney, reason } = draft;
  await lockParty(ctx.db, ownerOf(mainPartType, mainPartId));
  const party = await payeeOf(ctx, { mainPartType, mainPartId });
  const { mainPartName: name, currency } = party;
  const { owedCents } = await walletBalance(ctx.db, party);
  const verdict = checkWriteOff({ name, amountCents: rrMoney, owedCents, currency });
  if (!verdict.ok) {
    const message = ctx.say(writeOffRefusals[verdict.refusal], verdict.args ?? {});
    return throwRefusal(writeOffRefusals, verdict.refusal, verdict.args, { detail: { fields: { rrMoney: message } } });
  }
  const writeOffId = await nextWriteOffId(ctx.db);
  const journalId = await bookWriteOff(ctx, party, { writeOffId, amountCents: rrMoney });
  const { tenantId, agentId, custId, mainPartNo } = party;
  return ctx.rows(writeOff).insert({
    writeOffId,
    tenantId,
    agentId,
    custId,
    mainPartType,
    mainPartId,
    mainPartNo,
    mainPartName: name,
    currency,
    rrMoney,
    owedBeforeMoney: owedCents,
    owedAfterMoney: owedCents - rrMoney,
    reason,
    journalId,
  });
};

/** Debits the loss account and credits the receivable account. */
const bookWriteOff = async (ctx: Context, party: Payee, entry: { readonly writeOffId: string; readonly amountCents: bigint }): Promise<string> => {
  const books = booksOf(ctx, party);
  const [debit = 0n, credit = 0n] = await openAccounts(ctx.db, books, [accounts.writeOff(), accounts.receivable(partyCode(party.owner))]);
  const source = { type: 'write_off', id: entry.writeOffId };
  const booking = await post(ctx.db, books, { kind: 'writeoff', source, lines: [{ debit, credit, amountCents: entry.amountCents }] });
  return String(booking.journalId);
};

/** The id of a record that is not written yet. It is the key with which the loss is booked once. */
const nextWriteOffId = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ id: bigint }>`select nextval('write_off_write_off_id_seq') as id`.execute(tx);
  return String(rows[0]?.id);
};
