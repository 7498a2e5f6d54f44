/** Two customers and what may draw on them, by name. */
export type PoolPayer = 'ann' | 'bob' | 'card' | 'other' | 'car';
export const members = ['card', 'other', 'car'] as const;
export type Member = (typeof members)[number];
export type Customer = Exclude<PoolPayer, Member>;

interface PoolRecharge {
  readonly who: PoolPayer;
  readonly amount: number;
  readonly debtPaid: number;
  isReversed: boolean;
}

/** What the books should say, in plain integers: wallets, what is set aside of them, debts, who draws on whom. */
export class PoolModel {
  readonly wallet: Record<PoolPayer, number> = { ann: 0, bob: 0, card: 0, other: 0, car: 0 };
  readonly held: Record<PoolPayer, number> = { ann: 0, bob: 0, card: 0, other: 0, car: 0 };
  readonly debt: Record<PoolPayer, number> = { ann: 0, bob: 0, card: 0, other: 0, car: 0 };
  readonly isPool: Record<Customer, boolean> = { ann: false, bob: false };
  readonly owner: Record<Member, Customer | null> = { card: 'ann', other: 'ann', car: null };
  readonly made: PoolRecharge[] = [];

  /** Whose wallet is drawn on. */
  payer(who: PoolPayer): PoolPayer {
    if (who === 'ann' || who === 'bob') return who;
    const owner = this.owner[who];
    return owner !== null && this.isPool[owner] ? owner : who;
  }

  recharge(who: PoolPayer, amount: number): boolean {
    if (this.payer(who) !== who) return false;
    const debtPaid = Math.min(this.debt[who], amount);
    this.debt[who] -= debtPaid;
    this.wallet[who] += amount - debtPaid;
    this.made.push({ who, amount, debtPaid, isReversed: false });
    return true;
  }

  reverse(made: PoolRecharge, mayOwe: boolean): boolean {
    const { who, amount, debtPaid } = made;
    const pool = this.payer(who);
    const asked = amount - debtPaid;
    const inPool = pool === who ? 0 : this.free(pool);
    if (made.isReversed || (!mayOwe && this.free(who) + inPool < asked)) return false;
    const back = Math.min(Math.max(asked - this.free(who), 0), inPool);
    this.wallet[pool] -= back;
    this.wallet[who] += back;
    const paid = Math.min(asked, this.free(who));
    this.wallet[who] -= paid;
    this.debt[who] += debtPaid + asked - paid;
    made.isReversed = true;
    this.pass(who);
    return true;
  }

  /** An order that began when `wallet` was drawn on. */
  settle(wallet: PoolPayer, amount: number): void {
    const paid = Math.min(amount, this.free(wallet));
    this.wallet[wallet] -= paid;
    this.debt[wallet] += amount - paid;
    this.pass(wallet);
  }

  /** What an order gives back. */
  giveBack(wallet: PoolPayer, amount: number): void {
    this.wallet[wallet] += amount;
    this.pass(wallet);
  }

  hold(who: PoolPayer, amount: number): boolean {
    if (this.free(who) < amount) return false;
    this.held[who] += amount;
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
    const joins = to !== null && to !== this.owner[member] && this.isPool[to];
    if (joins && this.held[member] > 0) return false;
    this.owner[member] = to;
    if (joins) this.pass(member);
    return true;
  }

  private free(who: PoolPayer): number {
    return this.wallet[who] - this.held[who];
  }

  /** To the pool that is drawn on instead. */
  private pass(who: PoolPayer): void {
    const pool = this.payer(who);
    if (pool === who) return;
    this.wallet[pool] += this.free(who);
    this.wallet[who] = this.held[who];
    this.debt[pool] += this.debt[who];
    this.debt[who] = 0;
  }
}
