import type { CustomerBooks } from '#domains/customer/server.ts';
import { joinPool } from '../pool/pool.server.ts';
import { walletBalance } from './balance.server.ts';

/** What customers, cards and cars ask of the books. */
export const customerBooks: CustomerBooks = {
  joinPool,
  owedBy: async (ctx, party) => (await walletBalance(ctx.db, party)).owedCents,
};
