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
