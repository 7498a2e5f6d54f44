/**
 * Offsets of IANA zones from UTC, read from the platform's own zone data and cached, because a bill needs them hundreds of times.
 * Intl is used instead of a Temporal polyfill: instants are only ever converted to local time here, which is never ambiguous, and
 * the browser previews bills with this code and should not download a calendar for it. The tests compare with Temporal.
 *
 * Cached values never change, so these functions remain pure.
 */
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/**
 * Short enough that two changes of a zone's offset never cancel each other inside it: the shortest known distance of two changes is about four weeks.
 */
const WINDOW_MS = 8 * DAY_MS;
/** About 44 years for each zone; a full table is emptied. */
const MAX_WINDOWS = 2_048;
/** There are fewer than 600 IANA names. */
const MAX_ZONES = 1_024;

/** Year 9999; four-digit years end there too. */
const LAST_INSTANT_MS = 253_402_300_799_999;

/** Whether the value is a plausible instant: whole epoch milliseconds from 1970 to 9999. */
export const isInstant = (instantMs: number): boolean => Number.isInteger(instantMs) && instantMs >= 0 && instantMs <= LAST_INSTANT_MS;

/** A period of time, start inclusive and end exclusive, in which a zone keeps one offset. */
export interface OffsetSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** Local time minus UTC. */
  readonly offsetMs: number;
}

/** Whether the platform knows a zone of this name. Bare offsets such as `+08:00` are refused, because they do not define summer time. */
export const isZone = (zone: string): boolean => {
  if (!ZONE_NAME.test(zone)) return false;
  try {
    return zones.has(zone) || openZone(zone) !== undefined;
  } catch {
    return false;
  }
};

/** Local time minus UTC in milliseconds. @throws RangeError for a zone that `isZone` refuses, or a value that is no instant. */
export const offsetAt = (instantMs: number, zone: string): number => offsetSpan(instantMs, zone).offsetMs;

/**
 * The period of constant offset around an instant. It may end before the offset really changes, never after. @throws RangeError for a zone that
 * `isZone` refuses, or a value that is no instant.
 */
export const offsetSpan = (instantMs: number, zone: string): OffsetSpan => {
  const table = zones.get(zone) ?? openZone(zone);
  if (instantMs >= table.last.fromMs && instantMs < table.last.toMs) return table.last;
  const index = Math.floor(instantMs / WINDOW_MS);
  const spans = table.windows.get(index) ?? readWindow(table, index);
  const span = spans.find(({ toMs }) => instantMs < toMs);
  if (!span) throw new RangeError(`${instantMs} is not an instant`);
  table.last = span;
  return span;
};

interface ZoneTable {
  readonly clock: Intl.DateTimeFormat;
  readonly windows: Map<number, readonly OffsetSpan[]>;
  last: OffsetSpan;
}

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;
const NOWHERE: OffsetSpan = { fromMs: 0, toMs: 0, offsetMs: 0 };
const zones = new Map<string, ZoneTable>();

const openZone = (zone: string): ZoneTable => {
  const clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const table: ZoneTable = { clock, windows: new Map(), last: NOWHERE };
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(zone, table);
  return table;
};

const readWindow = (table: ZoneTable, index: number): readonly OffsetSpan[] => {
  const fromMs = index * WINDOW_MS;
  const spans = spansBetween(table.clock, fromMs, fromMs + WINDOW_MS);
  if (table.windows.size >= MAX_WINDOWS) table.windows.clear();
  table.windows.set(index, spans);
  return spans;
};

const spansBetween = (clock: Intl.DateTimeFormat, fromMs: number, toMs: number): readonly OffsetSpan[] => {
  const spans: OffsetSpan[] = [];
  const finalOffset = readOffset(clock, toMs);
  let startMs = fromMs;
  while (startMs < toMs) {
    const offsetMs = readOffset(clock, startMs);
    const endMs = offsetMs === finalOffset ? toMs : firstChange(clock, { fromMs: startMs, toMs, offsetMs });
    spans.push({ fromMs: startMs, toMs: endMs, offsetMs });
    startMs = endMs;
  }
  return spans;
};

/** The instant, to the second, at which the offset differs from the one at the start. */
const firstChange = (clock: Intl.DateTimeFormat, span: OffsetSpan): number => {
  let unchangedMs = span.fromMs;
  let changedMs = span.toMs;
  while (changedMs - unchangedMs > SECOND_MS) {
    const middleMs = unchangedMs + Math.floor((changedMs - unchangedMs) / 2 / SECOND_MS) * SECOND_MS;
    if (readOffset(clock, middleMs) === span.offsetMs) unchangedMs = middleMs;
    else changedMs = middleMs;
  }
  return changedMs;
};

const readOffset = (clock: Intl.DateTimeFormat, instantMs: number): number => {
  const parts: Record<string, number> = {};
  for (const part of clock.formatToParts(instantMs)) parts[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return localMs - Math.floor(instantMs / SECOND_MS) * SECOND_MS;
};
