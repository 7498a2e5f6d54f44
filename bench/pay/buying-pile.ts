import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#engines/tariff/oracle/random.ts';
import { createPhone } from '#apps/simulator/demo/phone.ts';
import { openOcpp } from '../server/ocpp-pile.ts';
import type { OcppPileConnection } from '../server/ocpp-pile.ts';

export interface BuyingPileOptions {
  readonly index: number;
  readonly ocppPort: number;
  /** Where the platform is. */
  readonly url: string;
  /** The address behind the code of the pile. */
  readonly address: string;
  /** Told before a driver pays. */
  readonly beforePayment: () => Promise<void>;
}

const AGAIN_MS = 250;
const START_MAX_MS = 12_000;
const CHARGE_MS = 2_000;
/** What the pile can deliver in that time. */
const WH_MAX = 60;

/** A pile at which a driver pays and charges. It says everything again until the platform has acknowledged it. */
export class BuyingPile {
  private readonly options: BuyingPileOptions;
  private readonly starts = new EventEmitter();
  private connection: OcppPileConnection | undefined;

  constructor(options: BuyingPileOptions) {
    this.options = options;
  }

  /** A driver pays; the charge follows if the platform starts it. */
  async sell(random: Random): Promise<'refused' | 'paid' | 'charged'> {
    await this.say('StatusNotification', status('Preparing'));
    const started = once(this.starts, 'start').then(([idTag]: readonly unknown[]) => String(idTag));
    if (!(await this.pay())) return 'refused';
    const idTag = await Promise.race([started, sleep(START_MAX_MS, undefined, { ref: false })]);
    if (idTag === undefined) return 'paid';
    await this.charge(idTag, random.below(WH_MAX));
    return 'charged';
  }

  close(): void {
    this.connection?.cut();
  }

  /** False if the platform refuses the order, because it is away or the provider has not made the payment. */
  private async pay(): Promise<boolean> {
    const { index, url, address, beforePayment } = this.options;
    try {
      const order = await createPhone({ url, ip: `10.1.${index >> 8}.${index & 255}` }).order(address);
      await beforePayment();
      await order.pay();
      return true;
    } catch {
      return false;
    }
  }

  private async charge(idTag: string, energyWh: number): Promise<void> {
    const meterStart = 1_000;
    const begin = { connectorId: 1, idTag, meterStart, timestamp: new Date().toISOString() };
    const { transactionId } = await this.say('StartTransaction', begin);
    await this.say('StatusNotification', status('Charging'));
    await sleep(CHARGE_MS);
    await this.say('StopTransaction', {
      transactionId,
      idTag,
      meterStop: meterStart + energyWh,
      timestamp: new Date().toISOString(),
      reason: 'Local',
    });
    await this.say('StatusNotification', status('Available'));
  }

  /** Resolves with the platform's acknowledgement, over as many connections as that takes. */
  private async say(action: string, payload: object): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      try {
        return await (await this.connected()).call(action, payload);
      } catch {
        await sleep(AGAIN_MS);
      }
    }
  }

  private async connected(): Promise<OcppPileConnection> {
    if (this.connection?.open === true) return this.connection;
    const { index, ocppPort } = this.options;
    this.connection = await openOcpp({
      port: ocppPort,
      index,
      onCall: (action, payload) => void (action === 'RemoteStartTransaction' && this.starts.emit('start', payload['idTag'])),
    });
    return this.connection;
  }
}

const status = (name: string) => ({ connectorId: 1, status: name, errorCode: 'NoError', timestamp: new Date().toISOString() });
