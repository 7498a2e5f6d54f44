import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { DeviceGateway, DisconnectReason, PileRef, SendOutcome } from '#engines/protocol/device-backend.ts';
import { within } from './within.ts';

/** How long an old session may take to show that it is alive before a new login replaces it. */
const PROBE_MS = 3_000;
/** How long a new login waits until the last events of the previous session are handled. */
const LAST_EVENTS_MS = 2_000;
/** Maximum number of logins of one pile that may be queued. */
export const CLAIMS_WAITING_MAX = 4;

/** The session of a logged-in pile, independent of its protocol. */
export interface LiveSession extends PileRef {
  /** False as soon as the connection is known to be closed. */
  readonly open: boolean;
  send(command: DeviceCommand): SendOutcome;
  /** Requests a sign of life. Resolves true at the pile's next frame, false after `withinMs` or when the socket ends. */
  probe(withinMs: number): Promise<boolean>;
  close(reason: DisconnectReason): void;
  /** Resolves, and never rejects, when the last event has been handled and the device back end knows of the end. */
  readonly ended: Promise<void>;
}

/**
 * `entered`: the login created a session. `refused`: it did not. `alive`: the existing session answered the probe, so a second login
 * under the same code is refused. `crowded`: too many logins of this pile are queued.
 */
export type ClaimOutcome = 'entered' | 'refused' | 'alive' | 'crowded';

export interface SessionRegistry extends DeviceGateway {
  /**
   * Runs `login` exclusively for this pile, after its old session has been probed and, without an answer, ended. `login` calls the
   * device back end and returns the new session, or undefined when the login was refused or its socket is closed. Rejects only when
   * `login` does.
   */
  claim(cpCode: string, login: () => Promise<LiveSession | undefined>): Promise<ClaimOutcome>;
  find(cpCode: string): LiveSession | undefined;
  /** Ends every session; piles log in again. */
  kickAll(): void;
  readonly size: number;
}

/** The live sessions of this process, whatever their protocol: one per pile. */
export const createRegistry = ({ probeMs = PROBE_MS, lastEventsMs = LAST_EVENTS_MS } = {}): SessionRegistry => {
  const live = new Map<string, LiveSession>();
  const claims = new Map<string, { waiting: number; tail: Promise<unknown> }>();

  const find = (cpCode: string) => {
    const session = live.get(cpCode);
    return session?.open ? session : undefined;
  };

  const enter = (session: LiveSession) => {
    live.set(session.cpCode, session);
    void session.ended.then(() => {
      if (live.get(session.cpCode) === session) live.delete(session.cpCode);
    });
  };

  const takeTurn = async (cpCode: string, login: () => Promise<LiveSession | undefined>): Promise<ClaimOutcome> => {
    const old = live.get(cpCode);
    if (old?.open && (await old.probe(probeMs))) return 'alive';
    if (old) {
      old.close('replaced');
      await within(old.ended, lastEventsMs);
    }
    const session = await login();
    if (!session) return 'refused';
    enter(session);
    return 'entered';
  };

  const claim = async (cpCode: string, login: () => Promise<LiveSession | undefined>): Promise<ClaimOutcome> => {
    const line = claims.get(cpCode) ?? { waiting: 0, tail: Promise.resolve() };
    if (line.waiting >= CLAIMS_WAITING_MAX) return 'crowded';
    claims.set(cpCode, line);
    line.waiting += 1;
    const result = line.tail.then(() => takeTurn(cpCode, login));
    line.tail = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) claims.delete(cpCode);
    }
  };

  return {
    claim,
    find,
    get size() {
      return live.size;
    },
    send: (cpCode, command) => find(cpCode)?.send(command) ?? 'offline',
    epochOf: (cpCode) => find(cpCode)?.epoch,
    kick: (cpCode) => {
      const session = find(cpCode);
      session?.close('kicked');
      return session !== undefined;
    },
    kickAll: () => {
      for (const session of live.values()) session.close('kicked');
    },
  };
};
