import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { loginRequest, openLink, writeRequest } from '#engines/protocol/native/client.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { SESSION_LIMITS } from '#engines/session/native/limits.ts';
import { createFrameLog } from '../shared/frame-log.ts';
import { createRegistry } from '../shared/session-registry.ts';
import { Connection } from './connection.ts';
import { LISTENER_LIMITS } from './limits.ts';
import { createLoginGuard } from './login-guard.ts';
import { MemoryBackend, SECRET } from './testing/backend.ts';

/** A peer that reads its received bytes only on command. */
class SlowReader extends Duplex {
  readonly remoteAddress = '10.0.0.1';
  readonly written: Uint8Array[] = [];
  private release: (() => void) | undefined;
  constructor() {
    super({ writableHighWaterMark: 256 });
  }
  setNoDelay(): never;
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): never;
  setKeepAlive(): this {
    return this;
  }
  override _read(): void {
    /* The test pushes the bytes. */
  }
  override _write(bytes: Uint8Array, _encoding: string, done: () => void): void {
    this.written.push(bytes);
    this.release = done;
  }
  read1(): void {
    const { release } = this;
    this.release = undefined;
    release?.();
  }
}

it('does not read a peer that does not read, and goes on when it does', async () => {
  let nowMs = Date.UTC(2026, 9, 12, 3);
  const clock = { nowMs: () => nowMs };
  const backend = new MemoryBackend();
  const counts = { connections: 0, refusedConnections: 0, framesUp: 0, framesDown: 0, badBytes: 0, refusedLogins: 0, failedEvents: 0 };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const shared = {
    backend,
    clock,
    counts,
    log,
    limits: LISTENER_LIMITS,
    registry: createRegistry(),
    frames: createFrameLog(backend, clock),
    guard: createLoginGuard(LISTENER_LIMITS),
    env: { crypto: nodeCrypto, limits: SESSION_LIMITS },
  };
  const peer = new SlowReader();
  const connection = new Connection(peer, shared, false);

  let link = openLink({ cpCode: 'CP00000001', secret: SECRET, encryptionMode: 0, random: 1, nowMs });
  const say = (message: Parameters<typeof writeRequest>[1]) => {
    const said = writeRequest(link, message, { crypto: nodeCrypto });
    link = said.link;
    peer.push(said.bytes);
  };
  say(loginRequest(link, { cpType: 1, gunCount: 2, mainHw: '', mainSw: '', time: Math.floor(nowMs / 1_000), nonce: '00'.repeat(8) }, nodeCrypto));
  await eventually(() => expect(backend.calls).toEqual(['login CP00000001 1']));
  for (let i = 0; i < 150; i += 1) say(pileInfo);
  // Waits until nothing changes: the peer does not read what was sent to it, and all received frames are handled.
  await eventually(() => expect([peer.writableNeedDrain, peer.isPaused(), backend.events.length]).toEqual([true, true, counts.framesUp - 1]));
  await turn();
  const before = counts.framesUp;
  expect(peer.isPaused()).toBe(true);
  expect(before).toBeLessThan(70);
  for (let i = 0; i < 400 && counts.framesUp < 151; i += 1) {
    peer.read1();
    await turn();
  }
  expect(counts.framesUp).toBe(151);
  await eventually(() => expect(backend.events).toHaveLength(150));

  // A long time without reading counts as silence.
  nowMs += 180_000;
  connection.tick();
  expect(peer.destroyed).toBe(true);
});
