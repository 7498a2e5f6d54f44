import { describe, expect, it } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { writeFrame } from '#engines/protocol/native/frame.ts';
import { createGate } from '#kit/test/gate.ts';
import { startNativeListener } from './listener.ts';
import { accountQuery } from './testing/pile.ts';
import { clock, connectPile, open, silent } from './testing/listener.ts';

describe.each([0, 1] as const)('a pile in encryption mode %i', (encryptionMode) => {
  it('logs in, is heard and answered, obeys, and leaves', async () => {
    const testbed = await open();
    testbed.backend.encryptionMode = encryptionMode;
    const pile = await connectPile(testbed, { encryptionMode });
    expect((await pile.sendRequest(pileInfo)).message).toEqual({ type: '0101', body: { result: 0 } });
    expect((await pile.sendRequest(accountQuery('C1'))).message).toMatchObject({ type: '0103', body: { balance: 12_300, displayName: '张三' } });
    expect(testbed.registry.epochOf('CP00000001')).toBe(1);
    expect(testbed.registry.send('CP00000001', { cmd: 'restart', commandId: 'R'.repeat(16), hard: true })).toBe('sent');
    await eventually(() =>
      expect(testbed.backend.settlements).toMatchObject([{ commandId: 'R'.repeat(16), outcome: 'answered', reply: { result: 0 } }]),
    );
    pile.socket.end();
    await eventually(() => expect(testbed.backend.calls.at(-1)).toBe('disconnected CP00000001 1 closed'));
    expect(testbed.registry.send('CP00000001', { cmd: 'restart', commandId: 'R'.repeat(16), hard: true })).toBe('offline');
    expect(testbed.registry.size).toBe(0);
    await testbed.frames.drain();
    expect(testbed.backend.records.map(({ direction, type }) => `${direction} ${type}`)).toEqual([
      'up 0000',
      'down 0100',
      'down 1015',
      'up 1115',
      'up 0001',
      'down 0101',
      'up 0003',
      'down 0103',
      'down 1014',
      'up 1114',
    ]);
    expect(testbed.errors).toEqual([]);
  });

  it('may trickle byte by byte, and may be noisy between its frames', async () => {
    const testbed = await open({ sessionLimits: { framesBurst: 10_000 } });
    testbed.backend.encryptionMode = encryptionMode;
    const pile = await connectPile(testbed, { encryptionMode });
    const trickle = pile.sendRequest(accountQuery('SLOW'), {
      write: (bytes) => {
        for (const byte of bytes) pile.socket.write(Uint8Array.of(byte));
      },
    });
    expect((await trickle).message).toMatchObject({ type: '0103' });
    const rng = seededRng(3);
    for (let i = 0; i < 100; i += 1) {
      const noise = Uint8Array.from({ length: Math.floor(rng() * 60) }, () => Math.floor(rng() * 256));
      const reply = pile.sendRequest(accountQuery(`N${i}`), {
        write: (bytes) => {
          pile.socket.write(noise);
          pile.socket.write(bytes);
        },
      });
      expect((await reply).message).toMatchObject({ type: '0103' });
    }
    expect(testbed.listener.counts.framesUp).toBe(103);
  });
});

describe('closing', () => {
  it('answers what was heard, tells the domain, frees the port', async () => {
    const testbed = await open();
    const pile = await connectPile(testbed);
    const gate = createGate();
    testbed.backend.beforeHandle = () => gate.opened;
    const answer = pile.sendRequest(accountQuery('LAST'));
    await eventually(() => expect(testbed.backend.calls.at(-1)).toBe('accountQuery CP00000001 1'));
    const closing = testbed.listener.close();
    gate.open();
    await closing;
    expect((await answer).message).toMatchObject({ type: '0103', body: { result: 0 } });
    await pile.closed;
    expect(testbed.backend.calls.at(-1)).toBe('disconnected CP00000001 1 shutdown');
    const again = await startNativeListener({
      ...testbed,
      port: testbed.listener.port,
      clock,
      log: silent,
    });
    await expect(startNativeListener({ ...testbed, port: again.port, clock, log: silent })).rejects.toThrow('EADDRINUSE');
    await again.close();
  });

  it('does not wait for ever for a domain that does not answer', async () => {
    const testbed = await open({ limits: { drainMs: 100 } });
    const pile = await connectPile(testbed);
    testbed.backend.beforeHandle = () => new Promise(() => {});
    void pile.sendRequest(accountQuery('STUCK'));
    await eventually(() => expect(testbed.backend.calls.at(-1)).toBe('accountQuery CP00000001 1'));
    const began = Date.now();
    await testbed.listener.close();
    expect(Date.now() - began).toBeLessThan(2_000);
  });
});

it('a frame that breaks off is given up after a while, and the next one is read', async () => {
  const testbed = await open({ limits: { frameStallMs: 200 } });
  const pile = await connectPile(testbed);
  const cut = writeFrame({ version: 0x20, flags: 0, type: '0006', sequence: 9, cpCode: 'CP00000001' }, new Uint8Array(90)).subarray(0, 60);
  pile.socket.write(cut);
  expect((await pile.sendRequest(pileInfo)).message.type).toBe('0101');
});
