import type { Misbehaviour, NotificationFault } from './misbehaviour.ts';

/** A notification, made anew for each attempt, because it is signed with the time of the attempt. */
export interface Notification {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the merchant's answer says that it was taken. */
  readonly isTaken: (status: number, body: string) => boolean;
}

const SECOND_MS = 1_000;
/** The times between the attempts of WeChat Pay, which is the most patient of the three, in seconds. */
const REPEAT_AFTER_S: readonly number[] = [15, 15, 30, 180, 600, 1_200, 1_800, 1_800, 1_800, 3_600, 10_800, 10_800, 10_800, 21_600, 21_600];
const LATE_MS = 3 * SECOND_MS;
const ANSWER_MAX_MS = 5 * SECOND_MS;

/** Sends notifications and repeats them until they are taken. */
export class Notifier {
  readonly #faults: Misbehaviour;
  readonly #timeFactor: number;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopped = false;
  #underWay = 0;
  /** Notifications that were taken and those that were not, of all attempts. */
  readonly counts = { taken: 0, refused: 0 };

  constructor(faults: Misbehaviour, timeFactor: number) {
    this.#faults = faults;
    this.#timeFactor = timeFactor;
  }

  /** `make` makes the notification with a fault, or the true one without. Nothing is sent to a merchant without an address. */
  send(make: (fault: NotificationFault | undefined) => Notification): void {
    if (make(undefined).url === '') return;
    const fault = this.#faults.notifications.shift();
    if (fault === 'lost') return;
    this.#later(fault === 'late' ? LATE_MS : 0, () => void this.#attempt(make, { fault, attempt: 0 }));
    if (fault === 'twice') this.#later(0, () => void this.#attempt(make, { fault: undefined, attempt: REPEAT_AFTER_S.length }));
  }

  /** Whether nothing is on its way, and nothing waits to be sent. */
  get isIdle(): boolean {
    return this.#timers.size === 0 && this.#underWay === 0;
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** A faulty attempt is followed by a true one, as a provider repeats what was refused. */
  async #attempt(
    make: (fault: NotificationFault | undefined) => Notification,
    { fault, attempt }: { readonly fault: NotificationFault | undefined; readonly attempt: number },
  ): Promise<void> {
    const { url, headers, body, isTaken } = make(fault);
    this.#underWay += 1;
    const taken = await fetch(url, { method: 'POST', headers: { ...headers }, body, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MAX_MS) })
      .then(async (answer) => isTaken(answer.status, await answer.text()))
      .catch(() => false);
    this.#underWay -= 1;
    this.counts[taken ? 'taken' : 'refused'] += 1;
    const waitS = REPEAT_AFTER_S[attempt];
    if (!taken && waitS !== undefined) this.#later(waitS * SECOND_MS, () => void this.#attempt(make, { fault: undefined, attempt: attempt + 1 }));
  }

  #later(ms: number, work: () => void): void {
    if (this.#isStopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms / this.#timeFactor);
    this.#timers.add(timer);
  }
}
