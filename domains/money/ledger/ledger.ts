import type { Cents } from '#engines/money/units.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** L liabilities, A assets, R revenue, X discounts and expenses, Q opening balances. */
export type AccountClass = 'L' | 'A' | 'R' | 'X' | 'Q';

/** The properties of an account. Its code is unique within a tenant and currency; opening it again returns the same account. */
export interface AccountSpec {
  readonly class: AccountClass;
  readonly code: string;
  /** True: the balance changes with the booking and can be guarded. False: an own account with many bookings, whose balance the roll-up updates. */
  readonly sync: boolean;
  /** The lowest allowed balance; null means unguarded, and is required when `sync` is false. */
  readonly floorCents: bigint | null;
  readonly owner?: { readonly type: string; readonly id: bigint };
}

/** The kind of a journal; with its source it is the key with which a booking is made once. */
export type JournalKind =
  | 'recharge'
  | 'prepay'
  | 'refund_req'
  | 'refund_ok'
  | 'refund_fail'
  | 'refund_bal'
  | 'adjust'
  | 'reserve_fee'
  | 'move'
  | 'writeoff'
  | 'opening'
  | 'bill_diff'
  | 'bill_back'
  | 'coupon_back'
  | 'points'
  | 'points_back'
  | 'card_sale'
  | 'card_earned'
  | 'card_refund'
  | 'card_back';

/** One line of a booking: a positive `amountCents` moves from `debit` to `credit`. */
export interface BookingLine {
  readonly debit: bigint;
  readonly credit: bigint;
  readonly amountCents: bigint;
  /** 1 electricity, 2 service, 3 and 4 the others. */
  readonly feeType?: number;
  /** 0 none, 1 tip, 2 peak, 3 flat, 4 valley; further ones as the tenant defines them. */
  readonly stage?: number;
}

/** The change of a synchronous account by one booking. */
export interface Movement {
  readonly accountId: bigint;
  readonly beforeCents: Cents;
  readonly afterCents: Cents;
}

export interface Booking {
  readonly journalId: bigint;
  /** True: this key was booked before with the same content, so nothing was booked now. */
  readonly replay: boolean;
  /** The part of the payer's lines that was paid from the account. */
  readonly paidCents: Cents;
  /** The part of the payer's lines that is owed at the receivable account. */
  readonly shortfallCents: Cents;
  readonly movements: readonly Movement[];
}

/** The refusals of the ledger, with their texts. */
export const ledgerRefusals = {
  'ledger.insufficient': ['余额不足', '餘額不足', 'The balance is not sufficient'],
  'ledger.keyReused': ['请求已处理，内容不同', '請求已處理，內容不同', 'This was booked before with other content'],
  'ledger.reversed': ['该记录已冲正', '該記錄已沖正', 'This booking has been reversed already'],
  'ledger.notOpen': ['账户存在余额，不能注销', '帳戶存在餘額，不能註銷', 'The account is closed, or not at zero'],
  'ledger.amount': ['金额必须大于零', '金額必須大於零', 'Every amount must be above zero'],
  'ledger.unknown': ['账户不存在', '帳戶不存在', 'The account does not exist in this tenant and currency'],
  'ledger.sameAccount': ['收付账户不能相同', '收付帳戶不能相同', 'An account cannot pay itself'],
  'ledger.noHold': ['订单没有冻结金额', '訂單沒有凍結金額', 'The order has no money set aside'],
  'ledger.settled': ['订单已结算', '訂單已結算', 'The order has been settled'],
} as const satisfies RefusalTable;

/** The accounts that bookings use. Parties are named `customer:7`, `card:12`, `phone:3`. */
export const accounts = {
  wallet: (party: string): AccountSpec => walletAccount(`wallet:${party}`),
  /** The account of a prepaid order: its floor limits a refund to the remaining amount. */
  prepaid: (prePayOrderId: bigint): AccountSpec => walletAccount(`prepaid:${prePayOrderId}`),
  refundInTransit: (): AccountSpec => account('L', 'refund_in_transit'),
  provider: (name: string): AccountSpec => account('A', `psp:${name}`),
  /** Money at a provider that belongs to no order yet. */
  unidentified: (): AccountSpec => account('L', 'unidentified'),
  cash: (): AccountSpec => account('A', 'cash'),
  receivable: (party: string): AccountSpec => account('A', `receivable:${party}`),
  fees: (stationId: bigint): AccountSpec => account('R', `fee:${stationId}`),
  occupancy: (stationId: bigint): AccountSpec => account('R', `occupancy:${stationId}`),
  tariffOffer: (): AccountSpec => account('X', 'tariff_offer'),
  vipOffer: (): AccountSpec => account('X', 'vip_offer'),
  couponCredit: (funder: string): AccountSpec => account('X', `coupon:${funder}`),
  /** What privilege cards were sold for and have not yet earned. */
  cardDeferred: (): AccountSpec => account('L', 'card_deferred'),
  cardIncome: (funder: string): AccountSpec => account('R', `card_income:${funder}`),
  cardCredit: (funder: string): AccountSpec => account('X', `privilege_card:${funder}`),
  /** What the points that customers hold are worth. The owner of the programme is their funder. */
  points: (funder: string): AccountSpec => account('L', `points:${funder}`),
  pointCost: (funder: string): AccountSpec => account('X', `point_cost:${funder}`),
  overrun: (): AccountSpec => account('X', 'overrun'),
  writeOff: (): AccountSpec => account('X', 'writeoff'),
  opening: (): AccountSpec => account('Q', 'opening'),
} as const;

const walletAccount = (code: string): AccountSpec => ({ class: 'L', code, sync: true, floorCents: 0n });
const account = (accountClass: AccountClass, code: string): AccountSpec => ({ class: accountClass, code, sync: false, floorCents: null });
