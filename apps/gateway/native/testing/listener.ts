/** A listener with its whole environment, closed after each test. */
import { afterEach, expect, vi } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import type { SessionLimits } from '#engines/session/native/limits.ts';
import { createFrameLog, type FrameLog } from '../../shared/frame-log.ts';
import { createRegistry, type SessionRegistry } from '../../shared/session-registry.ts';
import type { ListenerLimits } from '../limits.ts';
import { startNativeListener, type NativeListener, type NativeListenerOptions } from '../listener.ts';
import { MemoryBackend } from './backend.ts';
import { dial, TestPile } from './pile.ts';

export const clock = { nowMs: () => Date.now() };
export const PROBE_MS = 250;

export interface TestListener {
  readonly backend: MemoryBackend;
  readonly registry: SessionRegistry;
  readonly frames: FrameLog;
  readonly listener: NativeListener;
  /** What was logged as an error. */
  readonly errors: unknown[];
}
const openListeners: TestListener[] = [];

interface Limits extends Pick<NativeListenerOptions, 'tls' | 'connections'> {
  readonly limits?: Partial<ListenerLimits>;
  readonly sessionLimits?: Partial<SessionLimits>;
}

export const open = async ({ limits, sessionLimits, ...ports }: Limits = {}): Promise<TestListener> => {
  const backend = new MemoryBackend();
  const registry = createRegistry({ probeMs: PROBE_MS });
  const frames = createFrameLog(backend, clock);
  const errors: unknown[] = [];
  const listener = await startNativeListener({
    port: 0,
    ...ports,
    backend,
    registry,
    frames,
    clock,
    log: { ...silent, error: (facts) => void errors.push(facts) },
    limits: { tickMs: 20, lingerMs: 200, ...limits },
    sessionLimits: { refusedCloseMs: 50, ...sessionLimits },
  });
  const testbed = { backend, registry, frames, listener, errors };
  openListeners.push(testbed);
  return testbed;
};

afterEach(async () => {
  vi.restoreAllMocks();
  for (const { listener, frames } of openListeners.splice(0)) {
    await listener.close();
    await frames.drain();
  }
});

/** A pile that has logged in and has been asked for its state. */
export const connectPile = async ({ listener }: TestListener, options: { cpCode?: string; encryptionMode?: 0 | 1 } = {}): Promise<TestPile> => {
  const pile = new TestPile(await dial(listener.port), options);
  expect(await pile.loginResult()).toBe(0);
  await eventually(() => expect(pile.receivedFrames.map(({ message }) => message.type)).toContain('1015'));
  return pile;
};

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
