import type { Context } from '#kit/server/context/context.ts';
import type { WalletOwner } from '../party/party.ts';
import type { JoinPool } from './funds-pool.server.ts';

/** What the books do and know for customers, cards and cars. Money answers, which stands later on the street. */
export interface CustomerBooks {
  /** Asked when a customer begins to use the funds pool, or a card or a car is given to one who does. */
  readonly joinPool: JoinPool;
  /** Minor units that a party still owes. Whoever asks has locked its row, so that nobody pays or forgives it meanwhile. */
  readonly owedBy: (ctx: Context, party: OwingParty) => Promise<bigint>;
}

export interface OwingParty {
  readonly owner: WalletOwner;
  readonly tenantId: string;
  readonly currency: string;
}
