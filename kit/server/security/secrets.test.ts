import { verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecrets, SecretsError } from './secrets.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);
const about = { purpose: 'card-pin', row: '1001|CARD1' };

describe('a sealed text', () => {
  test('opens again, and never looks the same', () => {
    const secrets = createSecrets([key(1)]);
    const [one, two] = [secrets.seal('123456', about), secrets.seal('123456', about)];
    expect(one).not.toBe(two);
    expect(one).not.toContain('123456');
    expect([secrets.open(one, about), secrets.open(two, about)]).toEqual(['123456', '123456']);
  });

  test.each([
    ['another row', { ...about, row: '1001|CARD2' }],
    ['another purpose', { ...about, purpose: 'pile' }],
  ])('does not open for %s', (_what, other) => {
    const secrets = createSecrets([key(1)]);
    expect(() => secrets.open(secrets.seal('123456', about), other)).toThrow(SecretsError);
  });

  test('does not open when a single character was changed', () => {
    const secrets = createSecrets([key(1)]);
    const sealed = secrets.seal('123456', about);
    const at = sealed.length - 10;
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    expect(() => secrets.open(changed, about)).toThrow('changed');
    expect(() => secrets.open('', about)).toThrow(SecretsError);
    expect(() => secrets.open(sealed.slice(0, 14), about)).toThrow('too short');
  });

  test('outlives a change of keys as long as the old one is at hand', () => {
    const sealed = createSecrets([key(1)]).seal('123456', about);
    expect(createSecrets([key(2), key(1)]).open(sealed, about)).toBe('123456');
    expect(() => createSecrets([key(2)]).open(sealed, about)).toThrow('not here');
  });

  test('needs keys of full length', () => {
    expect(() => createSecrets([new Uint8Array(16)])).toThrow('32 bytes');
  });
});

test('a signature is of one text, one purpose and one key, and the public key proves it', () => {
  const [old, fresh] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const [before, after, other] = [createSecrets([old]), createSecrets([fresh, old]), createSecrets([new Uint8Array(32).fill(3)])];
  const signature = before.sign('text', 'audit');
  expect(after.isSigned('text', signature, 'audit')).toBe(true);
  expect([
    after.isSigned('texT', signature, 'audit'),
    after.isSigned('text', signature, 'other'),
    other.isSigned('text', signature, 'audit'),
  ]).toEqual([false, false, false]);
  expect(after.isSigned('text', 'v1.x.y', 'audit')).toBe(false);
  expect(verify(null, Buffer.from('text'), before.publicKey('audit'), Buffer.from(signature.split('.')[2] ?? '', 'base64url'))).toBe(true);
});
