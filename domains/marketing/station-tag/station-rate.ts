import type { CodeValue } from '#kit/fields/codes.ts';
import type { rateDisplay, rateState } from './station-tag.codes.ts';

/** Prices of a part of the day. Prices are 0.00001 of the currency for a kWh, or for an hour where the fee is billed by the hour. */
export interface RateSlot {
  /** Local times of the station; `24:00` is the end of the day. */
  readonly from: string;
  readonly to: string;
  readonly stage: number;
  /** After the discount of the rule, rounded half up. */
  readonly elec: number;
  readonly srv: number;
  readonly other1: number;
  readonly other2: number;
  /** Before the discount. */
  readonly elecList: number;
  readonly srvList: number;
  /** All fees that are billed by energy. */
  readonly total: number;
}

/** The prices of a station as the mini-program shows them. They never price an order. */
export interface StationRateInfo {
  readonly stationId: string;
  /** Null when the piles follow no rule that applies today and nothing was synced. */
  readonly rateRuleId: string | null;
  readonly rateRuleName: string | null;
  /** `snapshot`: what was synced; `rule`: what the rule says now. */
  readonly source: 'rule' | 'snapshot';
  readonly now: Pick<RateSlot, 'stage' | 'elec' | 'srv' | 'total'> | null;
  /** Today's prices, from 00:00 to 24:00. */
  readonly slots: readonly RateSlot[];
  /** How the fee items are called at this station. */
  readonly names: { readonly elec: string; readonly srv: string; readonly other1: string; readonly other2: string };
  /** The types of the fees that are billed by the hour. */
  readonly hourly: readonly number[];
  readonly vip: readonly { readonly vipLevelName: string; readonly total: number }[];
  /** 1: piles of the station follow several rules. */
  readonly mixed: 0 | 1;
  readonly rateState: CodeValue<typeof rateState>;
  readonly display: CodeValue<typeof rateDisplay>;
  readonly pushedAt: string | null;
  readonly digest: string | null;
  readonly currency: string;
  readonly timezone: string;
}
