import type { Cancel } from '../time.ts';
import type { PileRecord } from './facts.ts';
import type { Pile } from './pile.ts';

/** How the platform received a record: it acknowledged it, wants it again after a while, or did not receive it because the connection ended. */
export type RecordResult = 'acknowledged' | 'disconnected' | { readonly retryMs: number };

/** Sends the pile's records one at a time, oldest first, until the platform has acknowledged all of them. */
export class RecordPump {
  private readonly pile: Pile;
  private readonly send: (record: PileRecord) => Promise<RecordResult>;
  private busy = false;
  private cancel: Cancel = () => undefined;

  constructor(pile: Pile, send: (record: PileRecord) => Promise<RecordResult>) {
    this.pile = pile;
    this.send = send;
  }

  /** Resolves when no record is left, or no more can be sent for now. */
  async run(): Promise<void> {
    const { pile } = this;
    if (this.busy || !pile.connection.live) return;
    this.busy = true;
    const { connectionNo } = pile.connection;
    for (
      let record = pile.memory.records[0];
      record && pile.connection.live && connectionNo === pile.connection.connectionNo;
      record = pile.memory.records[0]
    ) {
      const result = await this.send(record);
      if (result === 'acknowledged') pile.recordAcknowledged(record);
      else {
        if (result !== 'disconnected' && pile.connection.live) this.cancel = pile.time.after(result.retryMs, () => void this.run());
        break;
      }
    }
    this.busy = false;
  }

  /** The connection has ended; the next one starts sending again. */
  stop(): void {
    this.cancel();
  }
}
