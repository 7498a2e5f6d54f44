import type { CustomerBooks } from '#domains/customer/server.ts';
import { joinPool } from '../pool/pool.server.ts';
import { walletBalance } from './balance.server.ts';

/** The parts of the ledger that customers, cards and cars use. */
export const customerBooks: CustomerBooks = {
  joinPool,
  owedBy: async (ctx, party) => (await walletBalance(ctx.db, party)).owedCents,
};
