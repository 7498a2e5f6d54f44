import { describe, expect, it } from 'vitest';
import { toHex } from '../../protocol/codec/bytes.ts';
import type { LoginResult } from '../../protocol/device-backend.ts';
import { crc16 } from '../../protocol/codec/crc16.ts';
import { writeRequest } from '../../protocol/native/client.ts';
import { pileInfo } from '../../protocol/native/testing/plain-messages.ts';
import { nodeCrypto } from '../../protocol/native/testing/node-crypto.ts';
import { ACCEPTED, PROFILE, SessionHarness, START_MS } from './testing/rig.ts';

describe.each([[0], [1]] as const)('login in encryption mode %i', (encryptionMode) => {
  it('asks for the secret, checks the proof, asks the back end, answers', () => {
    const rig = new SessionHarness({ encryptionMode });
    expect(rig.sendRequest(rig.loginMessage())).toEqual([{ kind: 'askCredentials' }]);
    rig.feed({ kind: 'credentials', credentials: rig.credentials });
    expect(rig.outputsOf('login')).toMatchObject([
      {
        attempt: {
          cpCode: 'CP00000001',
          protocol: 'native',
          cpType: 1,
          gunCount: 2,
          mainHw: 'H1.0',
          mainSw: 'S1.2.3',
          remoteAddress: '10.0.0.1',
          atMs: START_MS,
        },
      },
    ]);
    rig.feed({ kind: 'loginVerdict', verdict: ACCEPTED });
    expect(rig.receivedFrames()).toEqual([
      {
        sequence: 1,
        message: {
          type: '0100',
          body: { result: 0, serverTime: START_MS / 1_000, tzMinutes: 480, intervals: [60, 60, 15, 0, 0, 15, 0], rateRuleNo: 'RR202611A' },
        },
      },
    ]);
    expect(rig.session).toMatchObject({ phase: 'live', epoch: 7 });
  });

  it('repeats the reply to a repeated login, and starts over for another one', () => {
    const rig = new SessionHarness({ encryptionMode });
    const login = rig.loginMessage();
    rig.login();
    rig.sendRequest(login, { sequence: 1 });
    expect(rig.receivedFrames()).toMatchObject([{ sequence: 1, message: { type: '0100', body: { result: 0 } } }]);
    expect(rig.session.phase).toBe('live');
    rig.sendRequest(rig.loginMessage('FFFFFFFFFFFFFFFF'));
    expect(rig.outputsOf('ended')).toEqual([{ kind: 'ended', reason: 'relogin' }]);
  });

  it('tells a pile with a wrong secret that it is unknown, and the operators more', () => {
    const rig = new SessionHarness({ encryptionMode, secret: 'ffffffffffffffff' });
    rig.sendRequest(rig.loginMessage());
    rig.feed({ kind: 'credentials', credentials: { secret: '0123456789abcdef', encryptionMode } });
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'wrongSecret', cpCode: 'CP00000001', remoteAddress: '10.0.0.1' } }]);
    expect(rig.outputsOf('login')).toEqual([]);
    expect(rig.session.phase).toBe('refused');
    expect(rig.outputsOf('send')).toHaveLength(1);
  });

  it('refuses a frame of the other mode without a word', () => {
    const rig = new SessionHarness({ encryptionMode });
    rig.sendRequest(rig.loginMessage());
    rig.feed({ kind: 'credentials', credentials: { ...rig.credentials, encryptionMode: encryptionMode === 1 ? 0 : 1 } });
    expect(rig.outputsOf('send')).toEqual([]);
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'downgrade' } }]);
    expect(rig.outputsOf('ended')).toEqual([{ kind: 'ended', reason: 'breach' }]);
  });
});

describe('the login', () => {
  it.each([1, 2, 3, 4, 5] as const)('is refused with %i and closed after one second', (result: Exclude<LoginResult, 0>) => {
    const rig = new SessionHarness();
    rig.login({ result });
    expect(rig.receivedFrames()).toMatchObject([{ message: { type: '0100', body: { result } } }]);
    expect(rig.advance(999)).toEqual([]);
    rig.sendRequest(pileInfo);
    expect(rig.outputsOf('deliver')).toEqual([]);
    expect(rig.advance(1)).toEqual([{ kind: 'ended', reason: 'closed' }]);
    expect(rig.advance(10_000)).toEqual([]);
  });

  it('tells an unknown pile so, without asking the back end', () => {
    const rig = new SessionHarness();
    rig.sendRequest(rig.loginMessage());
    rig.feed({ kind: 'credentials', credentials: undefined });
    expect(rig.receivedFrames()).toMatchObject([{ message: { body: { result: 2 } } }]);
    expect(rig.outputsOf('login')).toEqual([]);
  });

  it.each([-600_001, 600_001])('dated %i ms from now is refused with the time, whoever says it', (offMs) => {
    const rig = new SessionHarness();
    const login = rig.loginMessage();
    rig.nowMs = Math.floor(rig.nowMs / 1_000) * 1_000 + offMs;
    rig.sendRequest(login);
    rig.feed({ kind: 'credentials', credentials: rig.credentials });
    expect(rig.outputsOf('login')).toEqual([]);
    expect(rig.receivedFrames()).toMatchObject([{ message: { body: { result: 1, serverTime: Math.floor(rig.nowMs / 1_000) } } }]);
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'clockOff' } }]);
  });

  it.each([-600_000, 600_000])('dated %i ms from now goes to the back end with its proof', (offMs) => {
    const rig = new SessionHarness();
    const login = rig.loginMessage();
    const datedMs = Math.floor(rig.nowMs / 1_000) * 1_000;
    rig.nowMs = datedMs + offMs;
    rig.sendRequest(login);
    rig.feed({ kind: 'credentials', credentials: rig.credentials });
    expect(rig.outputsOf('login')).toMatchObject([
      { attempt: { proof: { hex: expect.stringMatching(/^[0-9A-F]{32}$/), goodUntilMs: datedMs + 600_000 } } },
    ]);
  });

  it('needs no proof from a pile without a secret', () => {
    const rig = new SessionHarness({ secret: null });
    rig.login();
    expect(rig.session.phase).toBe('live');
  });

  it('is refused when the stored secret is unusable', () => {
    const rig = new SessionHarness();
    rig.sendRequest(rig.loginMessage());
    rig.feed({ kind: 'credentials', credentials: { secret: 'short', encryptionMode: 1 } });
    expect(rig.outputsOf('login')).toEqual([]);
    const plain = new SessionHarness();
    plain.sendRequest(plain.loginMessage());
    plain.feed({ kind: 'credentials', credentials: { secret: 'short', encryptionMode: 0 } });
    expect(plain.outputsOf('login')).toEqual([]);
    expect(plain.receivedFrames()).toMatchObject([{ message: { body: { result: 2 } } }]);
  });

  it('has to come first and to be decided in time', () => {
    const hasty = new SessionHarness();
    hasty.sendRequest(pileInfo);
    expect(hasty.outputsOf('ended')).toEqual([{ kind: 'ended', reason: 'breach' }]);
    const slow = new SessionHarness();
    slow.sendRequest(slow.loginMessage());
    expect(slow.advance(29_999)).toEqual([]);
    expect(slow.advance(1)).toEqual([{ kind: 'ended', reason: 'closed' }]);
    expect(slow.feed({ kind: 'loginVerdict', verdict: ACCEPTED })).toEqual([]);
  });

  it('can be repeated while it is being decided, and is answered once', () => {
    const rig = new SessionHarness();
    const login = rig.loginMessage();
    rig.sendRequest(login);
    expect(rig.sendRequest(login, { sequence: 1 })).toMatchObject([{ kind: 'log', record: { direction: 'up', type: '0000' } }]);
    rig.feed({ kind: 'credentials', credentials: rig.credentials });
    expect(rig.sendRequest(login, { sequence: 1 })).toMatchObject([{ kind: 'log', record: { direction: 'up', type: '0000' } }]);
    rig.feed({ kind: 'loginVerdict', verdict: ACCEPTED });
    expect(rig.outputsOf('send')).toHaveLength(1);
  });

  it('raises an alarm instead of failing when the profile does not fit the frame', () => {
    const rig = new SessionHarness();
    rig.login({ result: 0, epoch: 7, profile: { ...PROFILE, rateRuleNo: 'longer than sixteen characters' } });
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'unencodable' } }]);
    expect(rig.outputsOf('ended')).toHaveLength(1);
  });
});

describe('a session in encryption mode 1', () => {
  it('closes on a plain frame', () => {
    const rig = new SessionHarness({ encryptionMode: 1 });
    rig.login();
    const plain = writeRequest({ ...rig.link, encrypted: false }, pileInfo, { crypto: nodeCrypto });
    rig.bytes(plain.bytes);
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'downgrade' } }]);
    expect(rig.outputsOf('ended')).toEqual([{ kind: 'ended', reason: 'breach' }]);
    expect(rig.outputsOf('deliver')).toEqual([]);
  });

  it('accepts no frame with a single changed bit, even with a repaired checksum', () => {
    const rig = new SessionHarness({ encryptionMode: 1 });
    rig.login();
    const { bytes } = writeRequest(rig.link, pileInfo, { crypto: nodeCrypto });
    const live = rig.session;
    for (let bit = 0; bit < (bytes.length - 2) * 8; bit += 1) {
      const changed = bytes.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const crc = crc16(changed, 0, changed.length - 2);
      changed.set([crc & 255, crc >> 8], changed.length - 2);
      rig.session = live;
      try {
        rig.bytes(changed);
      } catch {
        continue;
      }
      expect(rig.outputsOf('deliver'), `bit ${bit} of ${toHex(bytes)}`).toEqual([]);
    }
    rig.session = live;
    rig.bytes(bytes);
    expect(rig.outputsOf('deliver')).toHaveLength(1);
  });

  it('never uses a nonce twice', () => {
    const rig = new SessionHarness({ encryptionMode: 1 });
    const nonces = new Set(rig.login().flatMap((output) => (output.kind === 'send' ? [toHex(output.bytes.subarray(28, 40))] : [])));
    for (let i = 0; i < 50; i += 1) {
      rig.feed({ kind: 'probe' });
      for (const { bytes } of rig.outputsOf('send')) nonces.add(toHex(bytes.subarray(28, 40)));
    }
    expect(nonces.size).toBe(51);
  });
});
