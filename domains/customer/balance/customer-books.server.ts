import type { Context } from '#kit/server/context/context.ts';
import type { WalletOwner } from '../party/party.ts';
import type { JoinPool } from './funds-pool.server.ts';

/** The bookkeeping that customers, cards and cars need. The money domain implements it, because it comes later in the import order. */
export interface CustomerBooks {
  /** Called when a customer begins to use the funds pool, or when a card or car is assigned to a customer who uses it. */
  readonly joinPool: JoinPool;
  /** Minor units that a party still owes. The caller has locked the party's row, so that the debt cannot be paid or written off meanwhile. */
  readonly owedBy: (ctx: Context, party: OwingParty) => Promise<bigint>;
}

export interface OwingParty {
  readonly owner: WalletOwner;
  readonly tenantId: string;
  readonly currency: string;
}
