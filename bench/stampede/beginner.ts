import { cardNo, pileCode } from '../stage/names.ts';
import { chargingInfo, gunInfo, startRequest, startResult } from '#engines/protocol/native/testing/plain-messages.ts';
import { LoginRefused, ConnectionLost, openNative } from '../stage/native-talk.ts';
import type { NativeTalk } from '../stage/native-talk.ts';
import { openOcpp } from '../stage/ocpp-talk.ts';
import type { OcppTalk } from '../stage/ocpp-talk.ts';

/** A pile that comes and starts to charge, and notes each answer that a legal call should not get. */
export interface StartingPile {
  readonly cpCode: string;
  readonly open: boolean;
  readonly refusals: readonly string[];
  connect(): Promise<void>;
  /** Connects, plugs in and starts an order. */
  begin(): Promise<void>;
  /** One sample of the order, answered. */
  report(): Promise<void>;
  cut(): void;
  /** Comes again and again without a pause. */
  reconnect(times: number): Promise<{ readonly entered: number; readonly refused: number; readonly ms: number }>;
}

export interface BeginnerOptions {
  readonly ports: { readonly pile: number; readonly ocpp: number };
  readonly index: number;
}

export const beginnerOf = (protocol: 'native' | 'ocpp', place: BeginnerOptions): StartingPile =>
  protocol === 'native' ? new NativeBeginner(place) : new OcppBeginner(place);

const METER_DWH = 1_000_000;
const KW_100_DWH_PER_MS = 0.0278;

abstract class Coming<T extends { readonly open: boolean; cut(): void }> implements StartingPile {
  readonly cpCode: string;
  readonly refusals: string[] = [];
  protected readonly place: BeginnerOptions;
  protected talk: T | undefined;
  protected begunMs = 0;

  constructor(place: BeginnerOptions) {
    this.place = place;
    this.cpCode = pileCode(place.index);
  }

  get open(): boolean {
    return this.talk?.open ?? false;
  }

  async connect(): Promise<void> {
    this.talk = await this.dial().catch((error: unknown) => {
      this.refusals.push(error instanceof Error ? error.message : String(error));
      return undefined;
    });
  }

  async begin(): Promise<void> {
    await this.connect();
    if (!this.talk) return;
    this.begunMs = Date.now();
    await this.start(this.talk).catch((error: unknown) => void this.refusals.push(String(error)));
  }

  async report(): Promise<void> {
    if (this.talk) await this.sample(this.talk, Math.floor((Date.now() - this.begunMs) * KW_100_DWH_PER_MS));
  }

  cut(): void {
    this.talk?.cut();
  }

  async reconnect(times: number): Promise<{ readonly entered: number; readonly refused: number; readonly ms: number }> {
    const begunMs = performance.now();
    let entered = 0;
    for (let time = 0; time < times; time += 1) {
      this.cut();
      try {
        this.talk = await this.dial();
        entered += 1;
      } catch (error) {
        if (!(error instanceof LoginRefused || error instanceof ConnectionLost)) throw error;
      }
    }
    return { entered, refused: times - entered, ms: performance.now() - begunMs };
  }

  protected expect(what: string, isRight: boolean): void {
    if (!isRight) this.refusals.push(`${this.cpCode}: ${what}`);
  }

  protected abstract dial(): Promise<T>;
  protected abstract start(talk: T): Promise<void>;
  protected abstract sample(talk: T, energyDwh: number): Promise<void>;
}

class NativeBeginner extends Coming<NativeTalk> {
  private orderNo = '';

  protected dial(): Promise<NativeTalk> {
    return openNative({ port: this.place.ports.pile, index: this.place.index });
  }

  protected async start(talk: NativeTalk): Promise<void> {
    const plugged = await talk.ask(gunInfo(3), PATIENT);
    this.expect(`0002 ${JSON.stringify(plugged.body)}`, plugged.type === '0102' && plugged.body.result === 0);
    const allowed = await talk.ask(startRequest(cardNo(this.place.index)), PATIENT);
    this.expect(`0004 ${JSON.stringify(allowed.body)}`, allowed.type === '0104' && allowed.body.result === 0);
    this.orderNo = allowed.type === '0104' ? allowed.body.chargingOrderNo : '';
    const started = await talk.ask(startResult({ chargingOrderNo: this.orderNo, startTime: seconds(), startMeter: METER_DWH }), PATIENT);
    this.expect(`0005 ${JSON.stringify(started.body)}`, started.type === '0105' && started.body.result === 0);
  }

  protected async sample(talk: NativeTalk, energyDwh: number): Promise<void> {
    await talk.ask(chargingInfo({ chargingOrderNo: this.orderNo, time: seconds(), chargingElec: energyDwh, meter: METER_DWH + energyDwh }), PATIENT);
  }
}

/** Says nothing twice: a repetition would hide a slow answer. */
const PATIENT = { waitsMs: [60_000] } as const;
const seconds = (): number => Math.floor(Date.now() / 1_000);

class OcppBeginner extends Coming<OcppTalk> {
  private transactionId = 0;

  protected dial(): Promise<OcppTalk> {
    return openOcpp({ port: this.place.ports.ocpp, index: this.place.index });
  }

  protected async start(talk: OcppTalk): Promise<void> {
    await talk.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' });
    const idTag = cardNo(this.place.index);
    const may = await talk.call('Authorize', { idTag });
    this.expect(`Authorize ${JSON.stringify(may)}`, isAccepted(may));
    const started = await talk.call('StartTransaction', { connectorId: 1, idTag, meterStart: METER_DWH / 10, timestamp: new Date().toISOString() });
    this.expect(`StartTransaction ${JSON.stringify(started)}`, isAccepted(started));
    this.transactionId = Number(started['transactionId']);
    await talk.call('StatusNotification', { connectorId: 1, status: 'Charging', errorCode: 'NoError' });
  }

  protected async sample(talk: OcppTalk, energyDwh: number): Promise<void> {
    const sampledValue = [
      { value: String(Math.floor((METER_DWH + energyDwh) / 10)), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
      { value: '100000', measurand: 'Power.Active.Import', unit: 'W' },
    ];
    await talk.call('MeterValues', {
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
