import type { PileCall } from '#engines/protocol/ocpp16/client.ts';
import { openRpc, stepRpc, type Outcome, type CallReply, type RpcInput, type RpcSession } from '#engines/protocol/ocpp16/rpc.ts';
import type { LatencyGauge } from '../fleet/gauge.ts';
import type { Cancel, Time } from '../time.ts';

type OutcomeCallback = (outcome: Outcome) => void;

export interface CallEvents {
  send(text: string): void;
  /** A call of the platform; `reply` answers it, once. */
  serve(call: { readonly action: string; readonly payload: unknown }, reply: (reply: CallReply) => void): void;
  /** The other end does not speak the protocol. */
  hangUp(): void;
}

/** The RPC layer of one connection: our calls as promises, the platform's calls as events. */
export class Calls {
  private session: RpcSession<OutcomeCallback>;
  private readonly events: CallEvents;
  private readonly world: { readonly time: Time; readonly gauge: LatencyGauge | undefined };
  private cancelLook: Cancel = () => undefined;

  constructor(idPrefix: string, events: CallEvents, world: { readonly time: Time; readonly gauge: LatencyGauge | undefined }) {
    this.session = openRpc(idPrefix);
    this.events = events;
    this.world = world;
  }

  /** Settles with an answer, a refusal, or the reason why there is none. */
  call({ action, payload }: PileCall): Promise<Outcome> {
    const { time, gauge } = this.world;
    const saidMs = time.nowMs();
    return new Promise((resolve) => {
      const subject: OutcomeCallback = (outcome) => {
        if (outcome.ok) gauge?.answered(time.nowMs() - saidMs);
        else gauge?.unanswered();
        resolve(outcome);
      };
      this.run({ kind: 'call', call: { subject, action, payload }, atMs: saidMs });
    });
  }

  hear(text: string): void {
    this.run({ kind: 'text', text, atMs: this.world.time.nowMs() });
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
    this.cancelLook();
    if (this.session.pending) this.cancelLook = this.world.time.after(LOOK_MS, () => this.run({ kind: 'tick', atMs: this.world.time.nowMs() }));
  }
}

/** The RPC layer gives a call up after its own time; this is how often it is reminded to. */
const LOOK_MS = 5_000;
