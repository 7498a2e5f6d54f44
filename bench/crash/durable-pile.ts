import { setTimeout as sleep } from 'node:timers/promises';
import { orderRecord } from '#engines/protocol/native/client.ts';
import type { PileRequest } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { cardNo } from '../stage/names.ts';
import { chargingInfo, gunInfo, startRequest, startResult } from '#engines/protocol/native/testing/plain-messages.ts';
import { ConnectionLost, LoginRefused, openNative } from '../stage/native-talk.ts';
import type { NativeTalk } from '../stage/native-talk.ts';
import type { PlannedOrder } from './plan.ts';
import { recordOf } from './record.ts';
import type { RecordBody } from './record.ts';

/** What a pile remembers of an order it has charged. */
export interface ChargedOrder {
  readonly record: RecordBody;
  readonly plan: PlannedOrder;
  /** Seconds of the samples that were said, and of those that were acknowledged. */
  readonly saidS: Map<number, number>;
  readonly keptS: Set<number>;
  isAcknowledged: boolean;
}

export interface PileCounts {
  reconnects: number;
  loginsRefused: number;
  /** Durable messages said again because nobody knew whether they had been kept. */
  saidAgain: number;
  /** "Send again later" to a record, and "other" to a start, while the database was away. */
  putOff: number;
  /** Answers no pile should get. */
  wrong: string[];
}

/** A message that must not be lost. */
interface Durable {
  readonly kind: 'start' | 'record';
  readonly order: ChargedOrder;
  said: boolean;
}

const BACKOFF_MS = { first: 100, longest: 2_000 } as const;
const PUT_OFF_MS = 400;

/**
 * A native pile with a memory: start results and order records are kept until they are acknowledged, told first after a reconnect, oldest
 * first and one at a time. Everything else is said once and forgotten.
 */
export class DurablePile {
  readonly orders: ChargedOrder[] = [];
  readonly counts: PileCounts = { reconnects: 0, loginsRefused: 0, saidAgain: 0, putOff: 0, wrong: [] };
  private readonly asked: { readonly index: number; readonly port: number; readonly encrypted: boolean };
  private readonly ended: () => void;
  private readonly journal: Durable[] = [];
  private live: NativeTalk | undefined;
  private meter = 1_000_000;
  private offlineCount = 0;

  constructor(asked: { readonly index: number; readonly port: number; readonly encrypted: boolean }, ended: () => void) {
    this.asked = asked;
    this.ended = ended;
  }

  /** Charges one order after the other; settles when the last is acknowledged. */
  async run(plans: readonly PlannedOrder[]): Promise<void> {
    for (const plan of plans) {
      if (plan.offline) await this.chargeOffline(plan);
      else await this.chargeOnline(plan);
      this.ended();
    }
  }

  /** Is there, with nothing left to tell. */
  async present(): Promise<void> {
    await this.talk();
  }

  end(): void {
    this.live?.cut();
  }

  private async chargeOnline(plan: PlannedOrder): Promise<void> {
    const chargingOrderNo = await this.permission();
    const startTime = Math.floor(Date.now() / 1_000);
    const order = this.remember(plan, { chargingOrderNo, startTime, orderType: 1, startSource: 16 });
    await this.keep({ kind: 'start', order, said: false });
    for (const { atS, energyDwh } of plan.samples) await this.sample(order, { time: startTime + atS, energyDwh });
    await this.keep({ kind: 'record', order, said: false });
    await this.saySoftly(gunInfo(2));
  }

  private async chargeOffline(plan: PlannedOrder): Promise<void> {
    const startTime = Math.floor(Date.now() / 1_000) - plan.agoS;
    const number = String((this.offlineCount += 1)).padStart(4, '0');
    const chargingOrderNo = `L${String(this.asked.index).padStart(6, '0')}1${startTime}${number}`;
    await this.keep({ kind: 'record', order: this.remember(plan, { chargingOrderNo, startTime, orderType: 2, startSource: 19 }), said: true });
  }

  /** Tells that a car is there and asks to charge it, until the platform lets it. */
  private async permission(): Promise<string> {
    for (;;) {
      try {
        const talk = await this.talk();
        await talk.ask(gunInfo(3));
        const answer = await talk.ask(startRequest(cardNo(this.asked.index)));
        if (answer.type !== '0104') throw new ConnectionLost(answer.type);
        if (answer.body.result === 0) return answer.body.chargingOrderNo;
        if (answer.body.result === OTHER) this.counts.putOff += 1;
        else this.counts.wrong.push(`start refused with ${answer.body.result}`);
        await sleep(PUT_OFF_MS);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
      }
    }
  }

  private remember(plan: PlannedOrder, told: Pick<RecordBody, 'chargingOrderNo' | 'startTime' | 'orderType' | 'startSource'>): ChargedOrder {
    const record = recordOf(plan, { ...told, account: cardNo(this.asked.index), startMeter: this.meter });
    this.meter = record.stopMeter;
    const order: ChargedOrder = { record, plan, saidS: new Map(), keptS: new Set(), isAcknowledged: false };
    this.orders.push(order);
    return order;
  }

  private async sample(order: ChargedOrder, { time, energyDwh }: { readonly time: number; readonly energyDwh: number }): Promise<void> {
    if (!this.live?.open) return;
    const { chargingOrderNo, startMeter } = order.record;
    order.saidS.set(time, energyDwh);
    const answer = await this.saySoftly(chargingInfo({ chargingOrderNo, time, chargingElec: energyDwh, meter: startMeter + energyDwh }));
    if (answer === 0) order.keptS.add(time);
    else if (answer !== undefined) this.counts.wrong.push(`sample answered with ${answer}`);
  }

  /** Says something that may be lost; answers the result, undefined when nobody knows. */
  private async saySoftly(message: PileRequest): Promise<number | undefined> {
    try {
      const answer = await this.live?.ask(message);
      return answer && 'result' in answer.body ? answer.body.result : undefined;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      return undefined;
    }
  }

  private async keep(durable: Durable): Promise<void> {
    this.journal.push(durable);
    while (this.journal.includes(durable)) {
      try {
        await this.tell(await this.talk());
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
      }
    }
  }

  /** Tells the journal, oldest first, one at a time. */
  private async tell(talk: NativeTalk): Promise<void> {
    for (let next = this.journal[0]; next; next = this.journal[0]) {
      if (next.said && !next.order.plan.offline) this.counts.saidAgain += 1;
      const stored = next.said;
      next.said = true;
      const answer = await talk.ask(messageOf(next, talk), { stored });
      const result = 'result' in answer.body ? answer.body.result : -1;
      if (answer.type === '0115' && result !== 0) {
        this.counts.putOff += 1;
        await sleep(PUT_OFF_MS);
        continue;
      }
      if (result !== 0) this.counts.wrong.push(`${answer.type} answered with ${result}`);
      this.journal.shift();
      if (next.kind === 'record') next.order.isAcknowledged = true;
    }
  }

  /** The live connection; a new one, with everything stored told, when there is none. */
  private async talk(): Promise<NativeTalk> {
    if (this.live?.open) return this.live;
    if (this.live) this.counts.reconnects += 1;
    for (let waitMs: number = BACKOFF_MS.first; ; waitMs = Math.min(BACKOFF_MS.longest, waitMs * 2)) {
      try {
        const talk = await openNative(this.asked);
        this.live = talk;
        await this.tell(talk);
        return talk;
      } catch (error) {
        if (error instanceof LoginRefused) this.counts.loginsRefused += 1;
        else if (!(error instanceof ConnectionLost)) throw error;
      }
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }
}

const OTHER = 153;

const messageOf = ({ kind, order }: Durable, talk: NativeTalk): PileRequest => {
  const { chargingOrderNo, startTime, startMeter } = order.record;
  return kind === 'start' ? startResult({ chargingOrderNo, startTime, startMeter }) : orderRecord(talk.link, order.record, nodeCrypto);
};
