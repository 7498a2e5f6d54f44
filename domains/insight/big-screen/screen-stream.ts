import type { Language } from '#kit/fields/words.ts';
import { endpoint, file } from '#kit/resource/endpoint.ts';

/** The path of what a screen reads; what is added to it stays compatible. */
export const SCREEN_PATH = '/open/screen/v1';

export const screenStreamApi = {
  /**
   * Server-sent events for the holder of a key (`Authorization: Bearer`): `about`, `live` and `sums`, the present ones first, then each change. 401 with
   * a key that is not known, has ended or was taken back; the stream ends when that happens.
   */
  events: endpoint({
    allow: 'public',
    bearer: true,
    noTransaction: true,
    unlogged: true,
    publicStatus: 200,
    method: 'GET',
    path: `${SCREEN_PATH}/events`,
    input: {},
    output: file(),
  }),
};

/** Which screen this is. */
export interface ScreenAbout {
  readonly name: string;
  readonly language: Language;
  readonly views: readonly number[];
  readonly turnS: number;
  /** ISO 8601. */
  readonly keyEndsAt: string;
  /** Changes with each build of the program; the page loads itself anew. */
  readonly build: string;
}

export interface ScreenStation {
  readonly id: string;
  readonly name: string;
  /** Degrees; null where nobody has entered them. */
  readonly lng: number | null;
  readonly lat: number | null;
  /** Guns. */
  readonly idle: number;
  readonly charging: number;
  readonly fault: number;
  readonly offline: number;
  readonly guns: number;
  readonly powerW: number;
}

export interface ScreenCharge {
  readonly station: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly powerW: number;
  readonly energyDwh: number;
  readonly soc: number | null;
  /** ISO 8601. */
  readonly since: string | null;
}

export interface ScreenAlarm {
  readonly level: number;
  readonly type: number;
  /** The pile, or what else it is about. */
  readonly about: string;
  readonly station: string | null;
  /** ISO 8601. */
  readonly since: string;
}

/** What is true now. */
export interface ScreenLive {
  readonly now: string;
  /** Of most stations; the clock of the screen shows their time. */
  readonly timeZone: string;
  readonly piles: number;
  readonly onlinePiles: number;
  /** Guns by what they do; `OFFLINE` stands for those whose pile is not connected. */
  readonly gunsByState: Readonly<Record<string, number>>;
  readonly powerW: number;
  /** The rated power of all piles. */
  readonly ratedPowerW: number;
  /** Of all stations. */
  readonly stationCount: number;
  /** Those with the most power, the most first. */
  readonly stations: readonly ScreenStation[];
  /** The charges with the most power. */
  readonly charges: readonly ScreenCharge[];
  readonly alarmsByLevel: Readonly<Record<string, number>>;
  /** The worst and newest that last. */
  readonly alarms: readonly ScreenAlarm[];
}

/** Figures of settled charges. Amounts are those of `currency`, in its minor unit; energy in 0.1 Wh. */
export interface ScreenFigures {
  readonly charges: number;
  readonly energyDwh: number;
  readonly amountCents: number;
}

/** Sums over days of the stations, each by its own clock. */
export interface ScreenSums {
  readonly currency: string;
  readonly digits: number;
  /** Other currencies in which there were charges too, whose amounts are not in these figures. */
  readonly otherCurrencies: readonly string[];
  /** Today and the 13 days before, the oldest first. */
  readonly days: readonly ScreenFigures[];
  /** Energy of today by hour, and of yesterday. */
  readonly hoursDwh: readonly number[];
  readonly yesterdayHoursDwh: readonly number[];
  /** The hour of the day at most stations. */
  readonly hour: number;
  /** This month and the eleven before, the oldest first. */
  readonly months: readonly ScreenFigures[];
  readonly year: ScreenFigures;
  readonly total: ScreenFigures;
  /** The stations with the most energy in the last seven days. */
  readonly ranking: readonly { readonly name: string; readonly energyDwh: number; readonly amountCents: number; readonly charges: number }[];
  /** Energy of this month by who paid. */
  readonly parties: readonly { readonly type: number; readonly energyDwh: number; readonly charges: number }[];
  /** Energy of this month by stage of the day: tip, peak, flat, valley. */
  readonly stagesDwh: readonly [number, number, number, number];
  /** Time in which guns charged in the last seven days, of the time that they had. 0 to 1; null without guns. */
  readonly usage: number | null;
  /** kg of carbon dioxide that all charges have saved, by the factors of the tenant, and what a kWh saves. */
  readonly carbonKg: number;
  readonly carbonKgPerKwh: number;
}
