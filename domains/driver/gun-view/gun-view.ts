import type { DriverCode, DriverStepName, GunUse, OutOfService } from '#engines/driver/step.ts';
import { count, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverCall, driverPath } from '../driver-path.ts';

/** How a driver can pay; the suffix of WeChat Pay is the way its page opens. */
export const driverPayWays = ['wechat_jsapi', 'wechat_h5', 'wechat_native', 'alipay', 'alipay_qr', 'stripe'] as const;
export type DriverPayWay = (typeof driverPayWays)[number];

/** Prices in 0.00001 of the currency unit, taxes included. */
export interface DriverPrice {
  /** For a kWh. */
  readonly energyE5: number;
  readonly serviceE5: number;
  /** Other fees for a kWh. */
  readonly otherE5: number;
  readonly totalE5: number;
  /** Fees by time, for an hour; 0: none. */
  readonly hourE5: number;
}

/** A price from one instant to the next change. */
export interface DriverPriceStage extends DriverPrice {
  readonly from: string;
  readonly to: string;
}

/** A free gun to which a driver may go instead. */
export interface DriverNearbyGun {
  /** Null: at the same station. */
  readonly stationName: string | null;
  readonly pileNo: string;
  readonly gunNo: number;
  /** As the crow flies, between the stations; 0 at the same station. */
  readonly distanceM: number;
}

/** What a code on a pile opens. Instants are ISO 8601 with `Z`; the page shows them in the zone of the station. */
export interface DriverGunView {
  readonly station: { readonly name: string; readonly zone: string; readonly address: string | null; readonly tel: string | null };
  readonly pile: { readonly no: string; readonly name: string };
  readonly gun: {
    readonly no: number;
    readonly powerW: number;
    /** Null: not known. */
    readonly current: 'AC' | 'DC' | null;
    readonly use: GunUse;
    readonly isPlugged: boolean;
    readonly siblings: readonly { readonly no: number; readonly use: GunUse }[];
  };
  /** What a visitor without an order is told. */
  readonly step: DriverStepName;
  readonly code: DriverCode | null;
  /** Why the gun is out of service; null where it is in service. */
  readonly reason: OutOfService | null;
  /** Where this gun cannot be used: up to three free ones at other piles, the nearest first. */
  readonly nearby: readonly DriverNearbyGun[];
  /** The other gun of `otherGunPlugged`. */
  readonly otherGunNo: number | null;
  /** Null: this gun has no price, and cannot be paid for. */
  readonly price: {
    /** Names these prices; an order with it gets them while it is valid. */
    readonly quoteId: string;
    readonly validUntil: string;
    readonly currency: string;
    /** Digits after the point in amounts of this currency. */
    readonly digits: number;
    readonly now: DriverPrice;
    /** From now on for 24 hours, without gaps. */
    readonly stages: readonly DriverPriceStage[];
    /** The highest total of the stages. */
    readonly maxTotalE5: number;
  } | null;
  readonly pay: {
    /** Minor units; only these can be ordered. */
    readonly amountsCents: readonly number[];
    readonly ways: readonly DriverPayWay[];
  };
  /** The next reservation by somebody else, and when a charge that begins now has to end, if one can begin; null: none within the next day. */
  readonly reservation: { readonly from: string; readonly endBy: string | null } | null;
  /** When this was true. */
  readonly asOf: string;
}

/** `ref` and `check` of the label: 14 letters and digits. */
export const labelText = text({ min: 1, max: 40 });
export const gunNo = count({ min: 1, max: 4 });

export const gunViewApi = {
  /** What a code on a pile opens, for anybody. 404 `driver.labelInvalid` for a label that is unknown or withdrawn. */
  gun: endpoint({
    ...driverCall,
    method: 'GET',
    path: `${driverPath}/guns/:label/:gun`,
    input: { label: labelText, gun: gunNo },
    output: opaque<DriverGunView>(),
  }),
};
