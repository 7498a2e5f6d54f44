import { setTimeout as sleep } from 'node:timers/promises';
import { endRecordMessage } from '#engines/protocol/native/client.ts';
import type { PileRequest } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { cardNo } from '../server/names.ts';
import { chargingInfo, gunInfo, startRequest, startResult } from '#engines/protocol/native/testing/plain-messages.ts';
import { ConnectionLost, LoginRefused, openNative } from '../server/native-pile.ts';
import type { NativePileConnection } from '../server/native-pile.ts';
import type { PlannedOrder } from './plan.ts';
import { recordOf } from './record.ts';
import type { RecordBody } from './record.ts';

/** An order that a pile has charged, as the pile remembers it. */
export interface ChargedOrder {
  readonly record: RecordBody;
  readonly plan: PlannedOrder;
  /** By the pile's second: the energy of the samples that were sent, and the seconds of those that were acknowledged. */
  readonly sentSamples: Map<number, number>;
  readonly acknowledgedS: Set<number>;
  isAcknowledged: boolean;
}

export interface PileCounts {
  reconnects: number;
  loginsRefused: number;
  /** Durable messages sent again because the pile did not know whether they had been stored. */
  resent: number;
  /** Answers "send again later" to a record, and "other" to a start, while the database was unavailable. */
  deferred: number;
  /** Answers that no pile should get. */
  wrongAnswers: string[];
}

/** A message that must not be lost. */
interface DurableMessage {
  readonly kind: 'start' | 'record';
  readonly order: ChargedOrder;
  sent: boolean;
}

const BACKOFF_MS = { first: 100, longest: 2_000 } as const;
const DEFERRED_MS = 400;

/**
 * A native pile with a memory: start results and order records are kept until they are acknowledged, and sent first after a reconnect, oldest first
 * and one at a time. All other messages are sent once and forgotten.
 */
export class DurablePile {
  readonly orders: ChargedOrder[] = [];
  readonly counts: PileCounts = { reconnects: 0, loginsRefused: 0, resent: 0, deferred: 0, wrongAnswers: [] };
  private readonly options: { readonly index: number; readonly port: number; readonly encrypted: boolean };
  private readonly onOrderEnd: () => void;
  private readonly journal: DurableMessage[] = [];
  private connection: NativePileConnection | undefined;
  private meter = 1_000_000;
  private offlineCount = 0;

  constructor(options: { readonly index: number; readonly port: number; readonly encrypted: boolean }, onOrderEnd: () => void) {
    this.options = options;
    this.onOrderEnd = onOrderEnd;
  }

  /** Charges one order after the other; resolves when the last is acknowledged. */
  async run(plans: readonly PlannedOrder[]): Promise<void> {
    for (const plan of plans) {
      if (plan.offline) await this.chargeOffline(plan);
      else await this.chargeOnline(plan);
      this.onOrderEnd();
    }
  }

  /** Connects, and sends everything that is stored. */
  async flush(): Promise<void> {
    await this.connect();
  }

  close(): void {
    this.connection?.cut();
  }

  private async chargeOnline(plan: PlannedOrder): Promise<void> {
    const chargingOrderNo = await this.requestStart();
    const startTime = Math.floor(Date.now() / 1_000);
    const order = this.addOrder(plan, { chargingOrderNo, startTime, orderType: 1, startSource: 16 });
    await this.sendDurable({ kind: 'start', order, sent: false });
    for (const { atS, energyDwh } of plan.samples) await this.sample(order, { time: startTime + atS, energyDwh });
    await this.sendDurable({ kind: 'record', order, sent: false });
    await this.sendOnce(gunInfo(2));
  }

  private async chargeOffline(plan: PlannedOrder): Promise<void> {
    const startTime = Math.floor(Date.now() / 1_000) - plan.agoS;
    const number = String((this.offlineCount += 1)).padStart(4, '0');
    const chargingOrderNo = `L${String(this.options.index).padStart(6, '0')}1${startTime}${number}`;
    await this.sendDurable({ kind: 'record', order: this.addOrder(plan, { chargingOrderNo, startTime, orderType: 2, startSource: 19 }), sent: true });
  }

  /** Reports that a car is plugged in and requests a start, until the platform allows it. */
  private async requestStart(): Promise<string> {
    for (;;) {
      try {
        const connection = await this.connect();
        await connection.request(gunInfo(3));
        const answer = await connection.request(startRequest(cardNo(this.options.index)));
        if (answer.type !== '0104') throw new ConnectionLost(answer.type);
        if (answer.body.result === 0) return answer.body.chargingOrderNo;
        if (answer.body.result === OTHER) this.counts.deferred += 1;
        else this.counts.wrongAnswers.push(`start refused with ${answer.body.result}`);
        await sleep(DEFERRED_MS);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
      }
    }
  }

  private addOrder(plan: PlannedOrder, fields: Pick<RecordBody, 'chargingOrderNo' | 'startTime' | 'orderType' | 'startSource'>): ChargedOrder {
    const record = recordOf(plan, { ...fields, account: cardNo(this.options.index), startMeter: this.meter });
    this.meter = record.stopMeter;
    const order: ChargedOrder = { record, plan, sentSamples: new Map(), acknowledgedS: new Set(), isAcknowledged: false };
    this.orders.push(order);
    return order;
  }

  private async sample(order: ChargedOrder, { time, energyDwh }: { readonly time: number; readonly energyDwh: number }): Promise<void> {
    if (!this.connection?.open) return;
    const { chargingOrderNo, startMeter } = order.record;
    order.sentSamples.set(time, energyDwh);
    const answer = await this.sendOnce(chargingInfo({ chargingOrderNo, time, chargingElec: energyDwh, meter: startMeter + energyDwh }));
    if (answer === 0) order.acknowledgedS.add(time);
    else if (answer !== undefined) this.counts.wrongAnswers.push(`sample answered with ${answer}`);
  }

  /** Sends a message that may be lost; returns the result, undefined if it is unknown. */
  private async sendOnce(message: PileRequest): Promise<number | undefined> {
    try {
      const answer = await this.connection?.request(message);
      return answer && 'result' in answer.body ? answer.body.result : undefined;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      return undefined;
    }
  }

  private async sendDurable(message: DurableMessage): Promise<void> {
    this.journal.push(message);
    while (this.journal.includes(message)) {
      try {
        await this.sendJournal(await this.connect());
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
      }
    }
  }

  /** Sends the journal, oldest first, one at a time. */
  private async sendJournal(connection: NativePileConnection): Promise<void> {
    for (let next = this.journal[0]; next; next = this.journal[0]) {
      if (next.sent && !next.order.plan.offline) this.counts.resent += 1;
      const wasSent = next.sent;
      next.sent = true;
      const answer = await connection.request(messageOf(next, connection), { stored: wasSent });
      const result = 'result' in answer.body ? answer.body.result : -1;
      if (answer.type === '0115' && result !== 0) {
        this.counts.deferred += 1;
        await sleep(DEFERRED_MS);
        continue;
      }
      if (result !== 0) this.counts.wrongAnswers.push(`${answer.type} answered with ${result}`);
      this.journal.shift();
      if (next.kind === 'record') next.order.isAcknowledged = true;
    }
  }

  /** The live connection; without one, a new one over which everything stored has been sent. */
  private async connect(): Promise<NativePileConnection> {
    if (this.connection?.open) return this.connection;
    if (this.connection) this.counts.reconnects += 1;
    for (let waitMs: number = BACKOFF_MS.first; ; waitMs = Math.min(BACKOFF_MS.longest, waitMs * 2)) {
      try {
        const connection = await openNative(this.options);
        this.connection = connection;
        await this.sendJournal(connection);
        return connection;
      } catch (error) {
        if (error instanceof LoginRefused) this.counts.loginsRefused += 1;
        else if (!(error instanceof ConnectionLost)) throw error;
      }
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }
}

const OTHER = 153;

const messageOf = ({ kind, order }: DurableMessage, connection: NativePileConnection): PileRequest => {
  const { chargingOrderNo, startTime, startMeter } = order.record;
  return kind === 'start' ? startResult({ chargingOrderNo, startTime, startMeter }) : endRecordMessage(connection.link, order.record, nodeCrypto);
};
