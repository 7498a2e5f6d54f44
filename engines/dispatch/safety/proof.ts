import { FLIGHT_MS, type CommandLink, type GunState, type SentValue } from './state.ts';

/**
 * The gun after a device said that it has executed a command. On a link that keeps its order the reply proves its value and that everything sent before
 * on the same connection is over. Where the order may change, only the reply to the sole value that could still come into force proves anything.
 * Values of an earlier connection count until they are too old to come into force, whatever a later one answers.
 */
export const proveByReply = (gun: GunState, link: CommandLink, reply: { readonly commandId: string; readonly nowMs: number }): GunState => {
  const place = gun.sent.findIndex(({ commandId }) => commandId === reply.commandId);
  const found = gun.sent[place];
  if (!found || found.answeredMs !== null) return gun;
  const answered: SentValue = { ...found, answeredMs: reply.nowMs };
  const marked = { ...gun, sent: gun.sent.map((one, index) => (index === place ? answered : one)), refusedUntilMs: null };
  if (found.epoch !== gun.epoch) return marked;

  const isOver = (one: SentValue, index: number): boolean =>
    (link.isOrdered && one.epoch === found.epoch && index < place) || isSettledBy(one, link, found.firstSentMs);
  if (!link.isOrdered && !gun.sent.every((one, index) => index === place || isOver(one, index))) return marked;
  const sent = marked.sent.filter((one, index) => (index === place ? canRepeat(one, link) : !isOver(one, index)));
  return proven({ ...marked, sent }, { powerHw: found.powerHw, askedAtMs: found.firstSentMs, nowMs: reply.nowMs });
};

/** The gun after the device said which limit it has. It counts when nothing could have come into force since it was asked. */
export const proveByReadBack = (gun: GunState, link: CommandLink, read: AskedValue): GunState => {
  const { askedAtMs, powerHw } = read;
  if (gun.confirmed && askedAtMs < gun.confirmed.provenMs) return gun;
  const isOver = (one: SentValue): boolean =>
    (link.isOrdered && one.epoch === gun.epoch && one.lastSentMs <= askedAtMs) || isSettledBy(one, link, askedAtMs);
  return gun.sent.every(isOver) ? proven({ ...gun, sent: [], commandedHw: powerHw }, read) : gun;
};

interface AskedValue {
  readonly powerHw: number;
  readonly askedAtMs: number;
  readonly nowMs: number;
}

const proven = (gun: GunState, { powerHw, askedAtMs, nowMs }: AskedValue): GunState => ({
  ...gun,
  confirmed: { powerHw, provenMs: nowMs },
  unprovenSinceMs: gun.unprovenSinceMs !== null && askedAtMs >= gun.unprovenSinceMs ? null : gun.unprovenSinceMs,
});

/** Whether the value was executed before this instant, or never will be. */
export const isSettledBy = (one: SentValue, link: CommandLink, instantMs: number): boolean =>
  one.lastSentMs + FLIGHT_MS <= instantMs || (one.answeredMs !== null && one.answeredMs < instantMs && !canRepeat(one, link));

/** A copy of it may still be under way to a pile that would execute it again. */
const canRepeat = ({ copies }: SentValue, { dropsRepeats }: CommandLink): boolean => copies > 1 && !dropsRepeats;
