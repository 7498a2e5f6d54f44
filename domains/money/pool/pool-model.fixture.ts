/** Two customers and the parties that may use their wallets, by name. */
export type PoolPayer = 'ann' | 'bob' | 'card' | 'other' | 'car';
export const members = ['card', 'other', 'car'] as const;
export type Member = (typeof members)[number];
export type Customer = Exclude<PoolPayer, Member>;

interface PoolRecharge {
  readonly party: PoolPayer;
  readonly amount: number;
  readonly debtPaid: number;
  isReversed: boolean;
}

/** The expected state of the ledger in plain integers: wallets, holds, debts, and which party uses which wallet. */
export class PoolModel {
  readonly wallet: Record<PoolPayer, number> = { ann: 0, bob: 0, card: 0, other: 0, car: 0 };
  readonly held: Record<PoolPayer, number> = { ann: 0, bob: 0, card: 0, other: 0, car: 0 };
  readonly debt: Record<PoolPayer, number> = { ann: 0, bob: 0, card: 0, other: 0, car: 0 };
  readonly isPool: Record<Customer, boolean> = { ann: false, bob: false };
  readonly owner: Record<Member, Customer | null> = { card: 'ann', other: 'ann', car: null };
  readonly recharges: PoolRecharge[] = [];

  /** The party whose wallet is used. */
  payer(party: PoolPayer): PoolPayer {
    if (party === 'ann' || party === 'bob') return party;
    const owner = this.owner[party];
    return owner !== null && this.isPool[owner] ? owner : party;
  }

  recharge(party: PoolPayer, amount: number): boolean {
    if (this.payer(party) !== party) return false;
    const debtPaid = Math.min(this.debt[party], amount);
    this.debt[party] -= debtPaid;
    this.wallet[party] += amount - debtPaid;
    this.recharges.push({ party, amount, debtPaid, isReversed: false });
    return true;
  }

  reverse(poolRecharge: PoolRecharge, mayOwe: boolean): boolean {
    const { party, amount, debtPaid } = poolRecharge;
    const pool = this.payer(party);
    const dueAmount = amount - debtPaid;
    const inPool = pool === party ? 0 : this.free(pool);
    if (poolRecharge.isReversed || (!mayOwe && this.free(party) + inPool < dueAmount)) return false;
    const fromPool = Math.min(Math.max(dueAmount - this.free(party), 0), inPool);
    this.wallet[pool] -= fromPool;
    this.wallet[party] += fromPool;
    const paid = Math.min(dueAmount, this.free(party));
    this.wallet[party] -= paid;
    this.debt[party] += debtPaid + dueAmount - paid;
    poolRecharge.isReversed = true;
    this.pass(party);
    return true;
  }

  /** An order that began when `wallet` was the payer. */
  settle(wallet: PoolPayer, amount: number): void {
    const paid = Math.min(amount, this.free(wallet));
    this.wallet[wallet] -= paid;
    this.debt[wallet] += amount - paid;
    this.pass(wallet);
  }

  /** The refund of an order. */
  giveBack(wallet: PoolPayer, amount: number): void {
    this.wallet[wallet] += amount;
    this.pass(wallet);
  }

  hold(party: PoolPayer, amount: number): boolean {
    if (this.free(party) < amount) return false;
    this.held[party] += amount;
    return true;
  }

  switchPool(customer: Customer, isOn: boolean): boolean {
    const joining = isOn && !this.isPool[customer] ? members.filter((member) => this.owner[member] === customer) : [];
    if (joining.some((member) => this.held[member] > 0)) return false;
    this.isPool[customer] = isOn;
    for (const member of joining) this.pass(member);
    return true;
  }

  give(member: Member, to: Customer | null): boolean {
    const isJoining = to !== null && to !== this.owner[member] && this.isPool[to];
    if (isJoining && this.held[member] > 0) return false;
    this.owner[member] = to;
    if (isJoining) this.pass(member);
    return true;
  }

  private free(party: PoolPayer): number {
    return this.wallet[party] - this.held[party];
  }

  /** Moves balance and debt to the pool that the party uses. */
  private pass(party: PoolPayer): void {
    const pool = this.payer(party);
    if (pool === party) return;
    this.wallet[pool] += this.free(party);
    this.wallet[party] = this.held[party];
    this.debt[pool] += this.debt[party];
    this.debt[party] = 0;
  }
}
