import type { PileCall } from '#engines/protocol/ocpp16/client.ts';
import { openRpc, stepRpc, type Outcome, type CallReply, type RpcInput, type RpcSession } from '#engines/protocol/ocpp16/rpc.ts';
import type { LatencyHistogram } from '../fleet/latency-histogram.ts';
import type { Cancel, Time } from '../time.ts';

type OutcomeCallback = (outcome: Outcome) => void;

export interface CallEvents {
  send(text: string): void;
  /** A call of the platform; `reply` answers it once. */
  serve(call: { readonly action: string; readonly payload: unknown }, reply: (reply: CallReply) => void): void;
  /** The other side does not speak the protocol. */
  hangUp(): void;
}

/** The RPC layer of one connection: calls of the station as promises, calls of the platform as events. */
export class Calls {
  private session: RpcSession<OutcomeCallback>;
  private readonly events: CallEvents;
  private readonly deps: { readonly time: Time; readonly latencies: LatencyHistogram | undefined };
  private cancelTick: Cancel = () => undefined;

  constructor(idPrefix: string, events: CallEvents, deps: { readonly time: Time; readonly latencies: LatencyHistogram | undefined }) {
    this.session = openRpc(idPrefix);
    this.events = events;
    this.deps = deps;
  }

  /** Resolves with an answer, a refusal, or the reason why there is none. */
  call({ action, payload }: PileCall): Promise<Outcome> {
    const { time, latencies } = this.deps;
    const sentMs = time.nowMs();
    return new Promise((resolve) => {
      const subject: OutcomeCallback = (outcome) => {
        if (outcome.ok) latencies?.answered(time.nowMs() - sentMs);
        else latencies?.unanswered();
        resolve(outcome);
      };
      this.run({ kind: 'call', call: { subject, action, payload }, atMs: sentMs });
    });
  }

  receive(text: string): void {
    this.run({ kind: 'text', text, atMs: this.deps.time.nowMs() });
  }

  end(): void {
    this.run({ kind: 'close' });
  }

  private run(input: RpcInput<OutcomeCallback>): void {
    const step = stepRpc(this.session, input);
    this.session = step.session;
    for (const output of step.outputs) {
      if (output.kind === 'send') this.events.send(output.text);
      else if (output.kind === 'settled') output.call.subject(output.outcome);
      else if (output.kind === 'hangUp') this.events.hangUp();
      else if (output.kind === 'serve') this.events.serve(output, (reply) => this.run({ kind: 'reply', id: output.id, reply }));
    }
    this.cancelTick();
    if (this.session.pending) this.cancelTick = this.deps.time.after(TICK_MS, () => this.run({ kind: 'tick', atMs: this.deps.time.nowMs() }));
  }
}

/** How often the RPC layer gets a tick; it gives up calls after its own timeout. */
const TICK_MS = 5_000;
