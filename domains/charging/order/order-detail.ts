/** What a screen about one order shows beside its row. Instants are ISO 8601 UTC, amounts decimal texts. */
export interface OrderDetail {
  readonly chargingOrderId: string;
  readonly chargingOrderNo: string;
  readonly orderState: number;
  /** What is known while it charges; null before the first sample. */
  readonly live: LiveProgress | null;
  readonly curve: Curve;
  readonly commands: readonly OrderCommand[];
  /** What keeps it from being settled, and what is only remarkable. */
  readonly flags: readonly OrderFlag[];
  /** Each thing that can be done with an order, and what stands against it now. */
  readonly may: readonly Action[];
  readonly second: SecondAsked | null;
  readonly adjustment: DueAdjustment | null;
  /** Every end record that claims something of its own, in the order they came; empty unless there are several. */
  readonly records: readonly ToldRecord[];
  /** When the strategy ends it, for the strategy that ends at a time. */
  readonly untilTime: string | null;
  /** Set aside on the payer's account. */
  readonly heldAmount: string | null;
}

export interface LiveProgress {
  readonly energy: string;
  readonly soc: number | null;
  /** By the pile's clock, and by ours when it arrived. */
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
  /** How many samples there are in all. */
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
  /** An operator may judge and clear it. */
  readonly isClearable: boolean;
}

/** An end record as a pile sent it. */
export interface SentRecord {
  readonly cpCode: string;
  /** 0 where the record names no gun, as in OCPP. */
  readonly gunNumber: number;
  readonly toldAt: string;
  /** Why it was not taken, in the viewer's language; null when it was. */
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
  'delete',
] as const;
export type OrderAction = (typeof orderActions)[number];
export interface Action {
  readonly action: OrderAction;
  readonly permission: string;
  /** Null: nothing stands against it. Else why not, in the viewer's language. */
  readonly because: string | null;
}

/** What an operator asked for and a second one has to confirm. */
export interface SecondAsked {
  readonly verb: 'end' | 'settle';
  readonly askedBy: string;
  readonly askedAt: string;
  readonly reason: string;
  /** The viewer asked for it and cannot be the second person. */
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

/** What a record that came late, or was adopted, would change of what is booked. */
export interface DueAdjustment {
  readonly digest: string;
  readonly bookedAmount: string;
  /** Null: it cannot be computed, and only be declined. */
  readonly newAmount: string | null;
  /** Above zero the customer pays more. */
  readonly difference: string | null;
  readonly bookedEnergy: string;
  readonly newEnergy: string;
}

/** An end record as the pile told it. */
export interface ToldRecord {
  readonly digest: string;
  readonly stopTime: string;
  readonly energy: string | null;
  readonly stopMeter: string;
  /** The pile's own total; null where it tells none. */
  readonly deviceAmount: string | null;
  /** It is the one that counts. */
  readonly isAdopted: boolean;
}

/** One thing that happened to an order. */
export interface LogEntry {
  readonly at: string;
  readonly source: 'fact' | 'command' | 'event' | 'second';
  /** The kind of fact, command or event. */
  readonly name: string;
  /** In the viewer's language. */
  readonly title: string;
  readonly detail: string;
  /** A username, or the pile; null: the system by itself. */
  readonly by: string | null;
  readonly secondBy: string | null;
  readonly reason: string | null;
  readonly tone: 'plain' | 'good' | 'busy' | 'warn' | 'bad' | 'quiet';
}
