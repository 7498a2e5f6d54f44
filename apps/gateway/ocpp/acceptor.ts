import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { DeviceBackend, LoginResult, LoginVerdict, PileRef } from '#engines/protocol/device-backend.ts';
import { SESSION_LIMITS } from '#engines/session/ocpp16/limits.ts';
import { loginResult } from '#engines/protocol/codes.ts';
import { markAuthenticated } from '#kit/server/connections/connection-bounds.ts';
import { clientAddress, type TrustedProxies } from '#kit/server/connections/trusted-proxies.ts';
import type { FrameLog } from '../shared/frame-log.ts';
import { OcppConnection, type ConnectionDeps, type VerifiedStation } from './connection.ts';
import { createLoginGuard, type LoginGuard } from './login-guard.ts';
import { OCPP_SUBPROTOCOL, readHandshake } from './handshake.ts';
import { turnAway, type Refusal } from './handshake-refusal.ts';
import { MESSAGE_BYTES_MAX, PREPARE_SPREAD_MS, type OcppTimings } from './timings.ts';
import type { Clock, Log } from '../shared/environment.ts';
import type { LiveSession, SessionRegistry } from '../shared/session-registry.ts';
import { within } from '../shared/within.ts';

/** Handshakes decided at the same time: all stations of a process may reconnect at once after a restart. */
export const HANDSHAKES_MAX = 20_000;

const SOCKET_OPTIONS = { noServer: true, clientTracking: false, maxPayload: MESSAGE_BYTES_MAX, perMessageDeflate: false } as const;

export interface AcceptorDeps {
  readonly backend: DeviceBackend;
  readonly registry: SessionRegistry;
  readonly frames: FrameLog;
  readonly log: Log;
  readonly clock: Clock;
  readonly timings: OcppTimings;
  /** Proxies whose header about a station's address is trusted. */
  readonly proxies: TrustedProxies;
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

interface ClaimOutcome {
  readonly outcome: Awaited<ReturnType<SessionRegistry['claim']>>;
  /** Undefined when the login was not passed to the business. */
  readonly result: LoginResult | undefined;
}

/** Decides which handshakes become connections: checks the limits, then the password, then the existing session, then the business. */
export class OcppAcceptor {
  readonly #deps: AcceptorDeps;
  readonly #connectionDeps: ConnectionDeps;
  readonly #guard: LoginGuard;
  readonly #sockets = new WebSocketServer({ ...SOCKET_OPTIONS, handleProtocols: () => OCPP_SUBPROTOCOL });
  /** Completes handshakes of stations that offer no supported subprotocol. */
  readonly #farewells = new WebSocketServer({ ...SOCKET_OPTIONS, handleProtocols: () => false });
  readonly #connections = new Set<OcppConnection>();
  /** Connections of piles that are not enabled, at most one per pile. */
  readonly #held = new Map<string, OcppConnection>();
  #handshakes = 0;
  #closing = false;

  constructor(deps: AcceptorDeps) {
    this.#deps = deps;
    this.#guard = createLoginGuard(deps.backend, deps.clock);
    const { closeMs, pingMs, pendingMs, bootWaitMs } = deps.timings;
    const limits = { ...SESSION_LIMITS, pingMs, pendingMs, bootWaitMs };
    this.#connectionDeps = { ...deps, limits, closeMs, promote: async (connection) => void (await this.#claim(connection, () => connection)) };
  }

  get size(): number {
    return this.#connections.size;
  }

  async accept(upgrade: Upgrade): Promise<void> {
    const { socket } = upgrade;
    // A station that disconnects during its handshake is not an error of the server.
    socket.on('error', () => undefined);
    if (this.#closing || this.#handshakes >= HANDSHAKES_MAX) return turnAway(socket, { status: 503, retryAfterS: 5 });
    const timeout = setTimeout(() => socket.destroy(), this.#deps.timings.handshakeMs);
    this.#handshakes += 1;
    try {
      const refusal = await this.#decide(upgrade);
      if (refusal) turnAway(socket, refusal);
    } catch (error) {
      this.#deps.log.error({ error: error instanceof Error ? error.message : String(error) }, 'ocpp: a login could not be decided');
      turnAway(socket, { status: 503, retryAfterS: 5 });
    } finally {
      this.#handshakes -= 1;
      clearTimeout(timeout);
    }
  }

  sweep(): void {
    for (const connection of this.#connections) connection.sweep();
  }

  async close(): Promise<void> {
    this.#closing = true;
    const open = [...this.#connections];
    for (const connection of open) connection.close('shutdown');
    await within(Promise.all(open.map(({ ended: gone }) => gone)), this.#deps.timings.drainMs);
  }

  async #decide(upgrade: Upgrade): Promise<Refusal | undefined> {
    const { proxies } = this.#deps;
    const handshake = readHandshake(upgrade.request, proxies);
    if (handshake === 'noSubprotocol') return this.#sayFarewell(upgrade);
    if ('status' in handshake) {
      if (handshake.status === 401) this.#guard.failed(clientAddress(upgrade.request, proxies));
      return handshake;
    }
    const verified = await this.#guard.check(handshake);
    if ('status' in verified) return verified;
    const station = { ...handshake, ...verified };
    markAuthenticated(upgrade.socket);
    if (upgrade.socket.destroyed) return undefined;
    const claimed = await this.#claim(station, () => this.#open(upgrade, station));
    if (claimed.outcome !== 'refused' || claimed.result !== loginResult.disabled) return refusalOf(claimed);
    this.#held.get(handshake.cpCode)?.close('replaced');
    const connection = this.#open(upgrade, station);
    if (connection) this.#held.set(handshake.cpCode, connection);
    return undefined;
  }

  /** OCPP-J 1.6 section 3.1.2: without a common subprotocol the handshake is completed without one, and the connection closed at once. */
  #sayFarewell({ request, socket, head }: Upgrade): undefined {
    this.#farewells.handleUpgrade(request, socket, head, (ws) => {
      ws.on('error', () => undefined);
      ws.close(CLOSE_PROTOCOL_ERROR, 'no common subprotocol');
      setTimeout(() => ws.terminate(), this.#deps.timings.closeMs).unref();
    });
  }

  /** Passes the login to the business after the registry has probed or ended the pile's existing session. */
  async #claim(
    { cpCode, remoteAddress, overTls, usesNextSecret }: VerifiedStation,
    connect: () => OcppConnection | undefined,
  ): Promise<ClaimOutcome> {
    const { backend, registry, clock, timings } = this.#deps;
    let verdict: LoginVerdict | undefined;
    const outcome = await registry.claim(cpCode, async (): Promise<LiveSession | undefined> => {
      if (this.#closing) return undefined;
      verdict = await backend.login({ cpCode, protocol: 'ocpp16', remoteAddress, overTls, usesNextSecret, atMs: clock.nowMs() });
      if (verdict.result !== loginResult.success) return undefined;
      const ref: PileRef = { cpCode, epoch: verdict.epoch, protocol: 'ocpp16' };
      const connection = connect();
      // The requests after a login are spread out, so that after a restart not all piles are queried in the same second.
      const prepareInMs = timings.prepareMs + Math.floor(Math.random() * Math.min(PREPARE_SPREAD_MS, timings.prepareMs));
      if (connection?.open) return connection.enter(ref, verdict.profile, prepareInMs);
      // The station disconnected during its login, so its new epoch must be ended.
      await backend.disconnected(ref, 'closed');
      return undefined;
    });
    if (outcome === 'alive') {
      backend.alarm({ kind: 'duplicateIdentity', cpCode, remoteAddress, detail: 'the present session answers', atMs: clock.nowMs() });
    }
    return { outcome, result: verdict?.result };
  }

  #open({ request, socket, head }: Upgrade, station: VerifiedStation): OcppConnection | undefined {
    if (this.#closing || !socket.readable || !socket.writable) return undefined;
    let opened: OcppConnection | undefined;
    // The library calls the callback synchronously.
    this.#sockets.handleUpgrade(request, socket, head, (ws) => {
      const connection = new OcppConnection(ws, station, this.#connectionDeps);
      opened = connection;
      this.#connections.add(connection);
      void connection.ended.then(() => {
        this.#connections.delete(connection);
        if (this.#held.get(connection.cpCode) === connection) this.#held.delete(connection.cpCode);
      });
    });
    return opened;
  }
}

const CLOSE_PROTOCOL_ERROR = 1002;

const refusalOf = ({ outcome, result }: ClaimOutcome): Refusal | undefined => {
  if (outcome === 'entered') return undefined;
  if (outcome === 'alive') return { status: 409, retryAfterS: 30 };
  if (outcome === 'crowded' || result === undefined) return { status: 503, retryAfterS: 5 };
  if (result === loginResult.tooFrequent) return { status: 429, retryAfterS: 60 };
  return { status: result === loginResult.unknownDevice ? 401 : 403 };
};
