import type { Cancel } from '../time.ts';
import type { PileRecord } from './facts.ts';
import type { Pile } from './pile.ts';

/** How the platform took a record: kept, wanted again after a while, or never heard because the connection ended. */
export type RecordResult = 'taken' | 'lost' | { readonly againMs: number };

/** Says the pile's records one at a time, oldest first, until the platform has all of them. */
export class RecordPump {
  private readonly pile: Pile;
  private readonly say: (record: PileRecord) => Promise<RecordResult>;
  private busy = false;
  private cancel: Cancel = () => undefined;

  constructor(pile: Pile, say: (record: PileRecord) => Promise<RecordResult>) {
    this.pile = pile;
    this.say = say;
  }

  /** Settles when nothing is left, or nothing more can be done for now. */
  async run(): Promise<void> {
    const { pile } = this;
    if (this.busy || !pile.line.live) return;
    this.busy = true;
    const { connection } = pile.line;
    for (let record = pile.memory.records[0]; record && pile.line.live && connection === pile.line.connection; record = pile.memory.records[0]) {
      const taking = await this.say(record);
      if (taking === 'taken') pile.recordTaken(record);
      else {
        if (taking !== 'lost' && pile.line.live) this.cancel = pile.time.after(taking.againMs, () => void this.run());
        break;
      }
    }
    this.busy = false;
  }

  /** The connection is gone; the next one runs anew. */
  rest(): void {
    this.cancel();
  }
}
