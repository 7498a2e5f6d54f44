import { rechargeApi, writeOffApi } from '#domains/money/resources.ts';
import { accounts, openAccounts, post, recordConsume, settle } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { cornerAt, markOf } from '#kit/test/nouns/corner.ts';
import type { Corner } from '#kit/test/nouns/corner.ts';
import { textAt } from '#kit/test/nouns/ask.ts';
import type { Builder, NounFixture } from './nouns.ts';

/** Settles a bill on the card of a corner as charging does it: books, then the consume record. */
const spend = async (b: Builder, corner: Corner): Promise<string> => {
  const [tenantId, stationId, icCardId] = [b.key('tenant', corner), b.key('station', corner), b.key('card', corner)];
  const orderId = BigInt(b.next());
  const books = { tenantId: BigInt(tenantId), currency: 'CNY', actor: 'worker:settle' };
  const place = { tenantId, agentId: b.key('agent', corner), stationId, cpCode: b.key('pile', corner), gunNumber: 1, currency: 'CNY' };
  const mark = `${markOf(cornerAt(corner, 'agent'))} ${b.next()}`;
  const known = {
    custName: mark,
    userMobile: `138${String(b.next()).padStart(8, '0')}`,
    carVin: `LSW${String(b.next()).padStart(14, '0')}`,
    carNum: mark,
  };
  const party = {
    ...known,
    mainPartType: 2,
    mainPartId: icCardId,
    custId: b.key('customer', corner),
    userName: mark,
    icCardId,
    icCardNo: mark,
  } as const;
  return inSystem(b.database, async (tx) => {
    const specs = [accounts.wallet(`card:${icCardId}`), accounts.receivable(`card:${icCardId}`), accounts.fees(BigInt(stationId))];
    const [wallet = 0n, receivable = 0n, fees = 0n] = await openAccounts(tx, books, specs);
    const billingCents = 10_00n + BigInt(b.next() % 100);
    const lines = [{ debit: wallet, credit: fees, amountCents: billingCents, feeType: 1, stage: 2 }];
    const booking = await settle(tx, books, { orderId, payer: wallet, receivable, lines });
    const order = { ...place, chargingOrderId: String(orderId), chargingOrderNo: `O${orderId}${markOf(corner)}` };
    const energy = { total: 123_000n, tip: 0n, peak: 123_000n, flat: 0n, valley: 0n };
    return recordConsume(tx, {
      order,
      party,
      booking,
      wallet,
      orderCents: billingCents,
      billingCents,
      energy,
      at: new Date(),
      actor: 'worker:settle',
    });
  });
};

/** A card of its own, which nobody else recharges meanwhile, that owes something. */
const owingCard = async (b: Builder, corner: Corner): Promise<string> => {
  const icCardId = await b.make('card', corner);
  await inSystem(b.database, async (tx) => {
    const books = { tenantId: BigInt(b.key('tenant', corner)), currency: 'CNY', actor: 'worker:adjust' };
    const specs = [accounts.receivable(`card:${icCardId}`), accounts.fees(BigInt(b.key('station', corner)))];
    const [debit = 0n, credit = 0n] = await openAccounts(tx, books, specs);
    return post(tx, books, { kind: 'adjust', source: { type: 'test', id: String(b.next()) }, lines: [{ debit, credit, amountCents: 50_00n }] });
  });
  return icCardId;
};

export const moneyNouns: Readonly<Record<string, NounFixture>> = {
  recharge: {
    level: 'agent',
    draft: async (b, corner) => ({
      mainPartType: 2,
      mainPartId: b.key('card', corner),
      rrMoney: `${b.next()}.00`,
      payMethod: 0,
      invoiceCode: markOf(cornerAt(corner, 'agent')),
    }),
    make: async (b, corner) => textAt(await b.ok(rechargeApi.add, (await moneyNouns['recharge']?.draft?.(b, corner)) ?? {}), 'rechargRecordId'),
  },
  writeOff: {
    level: 'agent',
    draft: async (b, corner) => ({
      mainPartType: 2,
      mainPartId: await owingCard(b, corner),
      rrMoney: '0.01',
      reason: `gone ${markOf(cornerAt(corner, 'agent'))}`,
    }),
    make: async (b, corner) => textAt(await b.ok(writeOffApi.add, (await moneyNouns['writeOff']?.draft?.(b, corner)) ?? {}), 'writeOffId'),
  },
  consume: { level: 'station', make: spend },
};
