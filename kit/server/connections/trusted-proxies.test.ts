import { expect, test } from 'vitest';
import { loopbackProxies, readProxies } from './trusted-proxies.ts';

const trusts = (text: string, address: string): boolean | string => {
  const proxies = readProxies(text);
  return 'invalid' in proxies ? proxies.invalid : proxies.isTrusted(address);
};

test.each([
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['10.0.0.1', '::ffff:10.0.0.1', true],
  [' 192.168.0.0/16 ,::1', '192.168.7.9', true],
  ['192.168.0.0/16,::1', '::1', true],
  ['fd00::/8', 'fd12::1', true],
  ['', '127.0.0.1', false],
  ['10.0.0.1', '', false],
  ['10.0.0.1', 'unknown', false],
  ['10.0.0.1,proxy', '', 'proxy'],
  ['10.0.0.0/33', '', '10.0.0.0/33'],
  ['10.0.0.0/', '', '10.0.0.0/'],
])('with %j as proxies, %s is trusted: %s', (text, address, verdict) => {
  expect(trusts(text, address)).toBe(verdict);
});

test('by default a proxy on this machine is trusted, and nobody else', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.2', '10.0.0.1'].map(loopbackProxies.isTrusted)).toEqual([true, true, true, false, false]);
});
