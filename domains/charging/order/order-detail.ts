/** The details of an order besides its row. Instants are ISO 8601 UTC, amounts decimal texts. */
export interface OrderDetail {
  readonly chargingOrderId: string;
  readonly chargingOrderNo: string;
  readonly orderState: number;
  /** What is known while it charges; null before the first sample. */
  readonly live: LiveProgress | null;
  readonly curve: Curve;
  readonly commands: readonly OrderCommand[];
  /** Problems that prevent its settlement, and remarks that do not. */
  readonly flags: readonly OrderFlag[];
  /** Each action on the order, and what prevents it now. */
  readonly may: readonly Action[];
  readonly second: PendingQuestion | null;
  readonly adjustment: DueAdjustment | null;
  /** All end records whose content differs, in the order of arrival; empty unless there are several. */
  readonly records: readonly ReportedEndRecord[];
  /** The end of a strategy that ends at a time. */
  readonly untilTime: string | null;
  /** The amount held on the payer's account. */
  readonly heldAmount: string | null;
}

export interface LiveProgress {
  readonly energy: string;
  readonly soc: number | null;
  /** By the pile's clock, and by the platform's clock on arrival. */
  readonly lastAt: string;
  readonly heardAt: string;
  readonly isStale: boolean;
}

/** Samples, at most `CURVE_POINTS` of them, in the units charts show. */
export interface Curve {
  readonly at: readonly number[];
  readonly voltage: readonly (number | null)[];
  readonly current: readonly (number | null)[];
  readonly power: readonly (number | null)[];
  readonly soc: readonly (number | null)[];
  readonly energy: readonly (number | null)[];
  /** Of the two contacts of the gun, °C. */
  readonly positiveTemp: readonly (number | null)[];
  readonly negativeTemp: readonly (number | null)[];
  /** The number of all samples. */
  readonly total: number;
}
export const CURVE_POINTS = 600;

export interface OrderCommand {
  readonly commandId: string;
  readonly cmd: string;
  readonly cmd_dictText: string;
  readonly stat: number;
  readonly result: number | null;
  readonly remark: string | null;
  readonly requestedBy: string;
  readonly because: string;
  readonly createTime: string;
  readonly sentAt: string | null;
  readonly completedAt: string | null;
}

export interface OrderFlag {
  readonly name: string;
  readonly text: string;
  readonly isBlocking: boolean;
  /** An operator may judge it and clear it. */
  readonly isClearable: boolean;
}

/** An end record as a pile sent it. */
export interface RawEndRecord {
  readonly cpCode: string;
  /** 0 where the record names no gun, as in OCPP. */
  readonly gunNumber: number;
  readonly toldAt: string;
  /** Why it was not accepted, in the viewer's language; null if it was. */
  readonly refusal: string | null;
  /** Body in hex (native) or JSON text (OCPP). */
  readonly raw: string;
}

export const orderActions = [
  'remoteStop',
  'cancelReservation',
  'manualEnd',
  'manualSettle',
  'clearFlag',
  'assignParty',
  'adjust',
  'adoptRecord',
  'goodwill',
  'delete',
] as const;
export type OrderAction = (typeof orderActions)[number];
export interface Action {
  readonly action: OrderAction;
  readonly permission: string;
  /** Null if nothing prevents it; otherwise why not, in the viewer's language. */
  readonly because: string | null;
}

/** What an operator has requested and a second person has to confirm. */
export interface PendingQuestion {
  readonly verb: 'end' | 'settle' | 'refund';
  readonly askedBy: string;
  readonly askedAt: string;
  readonly reason: string;
  /** The viewer requested it and cannot be the second person. */
  readonly isMine: boolean;
  readonly amounts: SecondAmounts | null;
}
export interface SecondAmounts {
  readonly elecAmount: string;
  readonly srvAmount: string;
  readonly other1Amount: string;
  readonly other2Amount: string;
  readonly orderAmount: string;
}

/** What a late or adopted record would change in what is booked. */
export interface DueAdjustment {
  readonly digest: string;
  readonly bookedAmount: string;
  /** Null if it cannot be calculated; it can then only be declined. */
  readonly newAmount: string | null;
  /** Above zero the customer pays more. */
  readonly difference: string | null;
  readonly bookedEnergy: string;
  readonly newEnergy: string;
}

/** An end record with the values that its pile reported. */
export interface ReportedEndRecord {
  readonly digest: string;
  readonly stopTime: string;
  readonly energy: string | null;
  readonly stopMeter: string;
  /** The pile's own total; null if it reports none. */
  readonly deviceAmount: string | null;
  /** The record that counts. */
  readonly isAdopted: boolean;
}

/** One entry in the log of an order. */
export interface LogEntry {
  readonly at: string;
  readonly source: 'fact' | 'command' | 'event' | 'second';
  /** The kind of fact, command or event. */
  readonly name: string;
  /** In the viewer's language. */
  readonly title: string;
  readonly detail: string;
  /** A username or a pile; null: the system itself. */
  readonly by: string | null;
  readonly secondBy: string | null;
  readonly reason: string | null;
  readonly tone: 'plain' | 'good' | 'busy' | 'warn' | 'bad' | 'quiet';
}
