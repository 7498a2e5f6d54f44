import { describe, expect, it } from 'vitest';
import { nodeCrypto } from './node-crypto.ts';

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');

/** Test case 4 of the GCM specification (McGrew and Viega). */
const key = hex('feffe9928665731c6d6a8f9467308308');
const nonce = hex('cafebabefacedbaddecaf888');
const header = hex('feedfacedeadbeeffeedfacedeadbeefabaddad2');
const body = hex('d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39');
const sealed = hex(
  '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091' +
    '5bc94fbc3221a5db94fae95ae7121a47',
);

describe('AES-128-GCM', () => {
  it('gives the bytes of the published test case, both ways', () => {
    expect(Buffer.from(nodeCrypto.seal({ key, nonce, header, body })).toString('hex')).toBe(Buffer.from(sealed).toString('hex'));
    expect(nodeCrypto.open({ key, nonce, header, sealed })).toEqual(body);
  });
  it('opens nothing that was changed', () => {
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Uint8Array.from(sealed);
      changed[i] = changed[i]! ^ 1;
      expect(nodeCrypto.open({ key, nonce, header, sealed: changed })).toBeUndefined();
    }
    expect(nodeCrypto.open({ key, nonce, header: header.subarray(1), sealed })).toBeUndefined();
    expect(nodeCrypto.open({ key, nonce, header, sealed: sealed.subarray(0, 15) })).toBeUndefined();
  });
});

it('knows HMAC-SHA-256 (RFC 4231, case 2) and SHA-256', () => {
  const mac = nodeCrypto.hmacSha256(Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?'));
  expect(Buffer.from(mac).toString('hex')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  expect(Buffer.from(nodeCrypto.sha256(Buffer.from('abc'))).toString('hex')).toMatch(/^ba7816bf8f01cfea/);
});

it('compares bytes, also of different lengths', () => {
  expect(nodeCrypto.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(nodeCrypto.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(nodeCrypto.equal(Uint8Array.of(1, 2), Uint8Array.of(1))).toBe(false);
});
