import { cardNo, pileCode } from '../server/names.ts';
import { chargingInfo, gunInfo, startRequest, startResult } from '#engines/protocol/native/testing/plain-messages.ts';
import { LoginRefused, ConnectionLost, openNative } from '../server/native-pile.ts';
import type { NativePileConnection } from '../server/native-pile.ts';
import { openOcpp } from '../server/ocpp-pile.ts';
import type { OcppPileConnection } from '../server/ocpp-pile.ts';

/** A pile that connects and starts to charge, and collects the refusals of its legal calls. */
export interface StartingPile {
  readonly cpCode: string;
  readonly open: boolean;
  readonly refusals: readonly string[];
  connect(): Promise<void>;
  /** Connects, plugs in and starts an order. */
  startCharge(): Promise<void>;
  /** Sends one sample of the order and waits for its answer. */
  report(): Promise<void>;
  cut(): void;
  /** Reconnects again and again without a pause. */
  reconnect(times: number): Promise<{ readonly accepted: number; readonly refused: number; readonly ms: number }>;
}

export interface StartingPileOptions {
  readonly ports: { readonly pile: number; readonly ocpp: number };
  readonly index: number;
}

export const startingPileOf = (protocol: 'native' | 'ocpp', options: StartingPileOptions): StartingPile =>
  protocol === 'native' ? new NativeStartingPile(options) : new OcppStartingPile(options);

const METER_DWH = 1_000_000;
const DWH_PER_MS_AT_100_KW = 0.0278;

abstract class BaseStartingPile<T extends { readonly open: boolean; cut(): void }> implements StartingPile {
  readonly cpCode: string;
  readonly refusals: string[] = [];
  protected readonly options: StartingPileOptions;
  protected connection: T | undefined;
  protected begunMs = 0;

  constructor(options: StartingPileOptions) {
    this.options = options;
    this.cpCode = pileCode(options.index);
  }

  get open(): boolean {
    return this.connection?.open ?? false;
  }

  async connect(): Promise<void> {
    this.connection = await this.dial().catch((error: unknown) => {
      this.refusals.push(error instanceof Error ? error.message : String(error));
      return undefined;
    });
  }

  async startCharge(): Promise<void> {
    await this.connect();
    if (!this.connection) return;
    this.begunMs = Date.now();
    await this.start(this.connection).catch((error: unknown) => void this.refusals.push(String(error)));
  }

  async report(): Promise<void> {
    if (this.connection) await this.sample(this.connection, Math.floor((Date.now() - this.begunMs) * DWH_PER_MS_AT_100_KW));
  }

  cut(): void {
    this.connection?.cut();
  }

  async reconnect(times: number): Promise<{ readonly accepted: number; readonly refused: number; readonly ms: number }> {
    const begunMs = performance.now();
    let accepted = 0;
    for (let time = 0; time < times; time += 1) {
      this.cut();
      try {
        this.connection = await this.dial();
        accepted += 1;
      } catch (error) {
        if (!(error instanceof LoginRefused || error instanceof ConnectionLost)) throw error;
      }
    }
    return { accepted, refused: times - accepted, ms: performance.now() - begunMs };
  }

  protected expect(what: string, isAsExpected: boolean): void {
    if (!isAsExpected) this.refusals.push(`${this.cpCode}: ${what}`);
  }

  protected abstract dial(): Promise<T>;
  protected abstract start(connection: T): Promise<void>;
  protected abstract sample(connection: T, energyDwh: number): Promise<void>;
}

class NativeStartingPile extends BaseStartingPile<NativePileConnection> {
  private orderNo = '';

  protected dial(): Promise<NativePileConnection> {
    return openNative({ port: this.options.ports.pile, index: this.options.index });
  }

  protected async start(connection: NativePileConnection): Promise<void> {
    const gunAnswer = await connection.request(gunInfo(3), WITHOUT_RESEND);
    this.expect(`0002 ${JSON.stringify(gunAnswer.body)}`, gunAnswer.type === '0102' && gunAnswer.body.result === 0);
    const startAnswer = await connection.request(startRequest(cardNo(this.options.index)), WITHOUT_RESEND);
    this.expect(`0004 ${JSON.stringify(startAnswer.body)}`, startAnswer.type === '0104' && startAnswer.body.result === 0);
    this.orderNo = startAnswer.type === '0104' ? startAnswer.body.chargingOrderNo : '';
    const resultAnswer = await connection.request(
      startResult({ chargingOrderNo: this.orderNo, startTime: seconds(), startMeter: METER_DWH }),
      WITHOUT_RESEND,
    );
    this.expect(`0005 ${JSON.stringify(resultAnswer.body)}`, resultAnswer.type === '0105' && resultAnswer.body.result === 0);
  }

  protected async sample(connection: NativePileConnection, energyDwh: number): Promise<void> {
    await connection.request(
      chargingInfo({ chargingOrderNo: this.orderNo, time: seconds(), chargingElec: energyDwh, meter: METER_DWH + energyDwh }),
      WITHOUT_RESEND,
    );
  }
}

/** Sends nothing twice: a repetition would hide a slow answer. */
const WITHOUT_RESEND = { waitsMs: [60_000] } as const;
const seconds = (): number => Math.floor(Date.now() / 1_000);

class OcppStartingPile extends BaseStartingPile<OcppPileConnection> {
  private transactionId = 0;

  protected dial(): Promise<OcppPileConnection> {
    return openOcpp({ port: this.options.ports.ocpp, index: this.options.index });
  }

  protected async start(connection: OcppPileConnection): Promise<void> {
    await connection.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' });
    const idTag = cardNo(this.options.index);
    const authorization = await connection.call('Authorize', { idTag });
    this.expect(`Authorize ${JSON.stringify(authorization)}`, isAccepted(authorization));
    const startAnswer = await connection.call('StartTransaction', {
      connectorId: 1,
      idTag,
      meterStart: METER_DWH / 10,
      timestamp: new Date().toISOString(),
    });
    this.expect(`StartTransaction ${JSON.stringify(startAnswer)}`, isAccepted(startAnswer));
    this.transactionId = Number(startAnswer['transactionId']);
    await connection.call('StatusNotification', { connectorId: 1, status: 'Charging', errorCode: 'NoError' });
  }

  protected async sample(connection: OcppPileConnection, energyDwh: number): Promise<void> {
    const sampledValue = [
      { value: String(Math.floor((METER_DWH + energyDwh) / 10)), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
      { value: '100000', measurand: 'Power.Active.Import', unit: 'W' },
    ];
    await connection.call('MeterValues', {
      connectorId: 1,
      transactionId: this.transactionId,
      meterValue: [{ timestamp: new Date().toISOString(), sampledValue }],
    });
  }
}

const isAccepted = (answer: Readonly<Record<string, unknown>>): boolean => {
  const info = answer['idTagInfo'];
  return typeof info === 'object' && info !== null && 'status' in info && info.status === 'Accepted';
};
