import { offsetSpan, offsetAt } from './zone.ts';

export const SLOT_COUNT = 48;
export const SLOT_MS = 1_800_000;
const DAY_MS = SLOT_COUNT * SLOT_MS;

/** A period of time, start inclusive and end exclusive, that lies in one half hour of the station's local time. */
export interface SlotPiece {
  /** 0 is 00:00 to 00:30 local time, 47 is 23:30 to 24:00. */
  readonly slot: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The half hour of the local time, 0 to 47. An hour that summer time repeats gives the same slots twice. */
export const slotOf = (instantMs: number, zone: string): number => slotAt(instantMs + offsetAt(instantMs, zone));

/**
 * Cuts a period of time at every border of a local half hour and at every change of the zone's offset. The pieces are in order and without gaps;
 * neighbouring pieces may have the same slot. An empty period gives no piece.
 */
export const cutAtSlots = ({ fromMs, toMs, zone }: { fromMs: number; toMs: number; zone: string }): SlotPiece[] => {
  const pieces: SlotPiece[] = [];
  let startMs = fromMs;
  while (startMs < toMs) {
    const span = offsetSpan(startMs, zone);
    const localMs = startMs + span.offsetMs;
    const borderMs = (Math.floor(localMs / SLOT_MS) + 1) * SLOT_MS - span.offsetMs;
    const endMs = Math.min(borderMs, span.toMs, toMs);
    pieces.push({ slot: slotAt(localMs), fromMs: startMs, toMs: endMs });
    startMs = endMs;
  }
  return pieces;
};

const slotAt = (localMs: number): number => {
  const intoDayMs = localMs % DAY_MS;
  return Math.floor((intoDayMs < 0 ? intoDayMs + DAY_MS : intoDayMs) / SLOT_MS);
};

/** `07:30` is slot 15; a time that is not on a half hour has no slot and gives -1. */
export const slotOfTime = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return minute % 30 === 0 ? hour * 2 + minute / 30 : -1;
};
/** The wall clock at which a slot begins, such as `07:30`; slot 48 is `24:00`. */
export const timeOfSlot = (slot: number): string => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
