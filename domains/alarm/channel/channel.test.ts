import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { judgeAnswer, retryAfterS } from './answers.rules.ts';
import { accountType } from './channel.codes.ts';
import type { AccountType } from './channel.codes.ts';
import { hookRequest } from './hook.server.ts';
import type { HookMessage } from './hook.server.ts';
import { addressLimits, backoffMs, breakerAfter, breakerWaitMs, takeToken } from './limits.rules.ts';
import type { Buckets, BucketLimit } from './limits.rules.ts';
import { signDingtalk, signFeishu, signWebhook } from './signing.server.ts';
import { cutToBytes, smsLength, utf8Bytes, withoutControls } from './text.rules.ts';

const nowMs = 1_700_000_000_000;
const message: HookMessage = { id: 'msg_1', title: 'Gun fault', text: 'P1 gun 2: over temperature', facts: { type: 'alarm.opened' } };
const bodyOf = (text: string): unknown => JSON.parse(text);

describe('signatures', () => {
  test('of DingTalk, Feishu and Standard Webhooks', () => {
    expect(encodeURIComponent(signDingtalk('SECtest', nowMs))).toBe('aZLLrriXgn05YbwaGR7knYsLeJADjr9NwLaNNKpxh4g%3D');
    expect(signFeishu('demo', 1_700_000_000)).toBe('8oT2n3SMKFfEnDoiwer8BUM/SjKLwe9SqoEIHlhDTKo=');
    const signed = { id: 'msg_1', timestampS: 1_700_000_000, body: '{"type":"alarm.opened"}' };
    expect(signWebhook(['whsec_MDEyMzQ1Njc4OWFiY2RlZg=='], signed)).toBe('v1,Rdft14gSk1NtDbPMRfxawnBzhM0VjtBPP555CJToQkY=');
  });

  test('the library of Standard Webhooks accepts what we send, also during a rotation, and refuses a changed body', () => {
    const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==';
    const { body, headers } = hookRequest(accountType.webhook, { url: 'https://a.example/', secret }, { message, nowMs: Date.now() });
    expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({ type: 'alarm.opened', title: 'Gun fault', text: message.text });
    expect(() => new Webhook(secret).verify(body.replace('P1', 'P2'), { ...headers })).toThrow('No matching signature');
    const timestampS = Math.floor(Date.now() / 1_000);
    const both = signWebhook([secret, 'whsec_bmV3IHNlY3JldCBuZXcgc2VjcmV0'], { id: 'm', timestampS, body: '{}' });
    const rotated = { 'webhook-id': 'm', 'webhook-timestamp': String(timestampS), 'webhook-signature': both };
    expect(new Webhook('whsec_bmV3IHNlY3JldCBuZXcgc2VjcmV0').verify('{}', rotated)).toEqual({});
  });
});

describe('requests', () => {
  test('DingTalk: time and signature stand in the address', () => {
    const url = 'https://oapi.dingtalk.com/robot/send?access_token=abc';
    const request = hookRequest(accountType.dingtalk, { url, secret: 'SECtest' }, { message, nowMs });
    expect(request.url).toBe(`${url}&timestamp=1700000000000&sign=aZLLrriXgn05YbwaGR7knYsLeJADjr9NwLaNNKpxh4g%3D`);
    expect(bodyOf(request.body)).toEqual({ msgtype: 'text', text: { content: 'Gun fault\nP1 gun 2: over temperature' }, at: { isAtAll: false } });
    expect(hookRequest(accountType.dingtalk, { url, secret: undefined }, { message, nowMs }).url).toBe(url);
  });

  test('Feishu: time and signature stand in the body', () => {
    const { body } = hookRequest(accountType.feishu, { url: 'https://open.feishu.cn/open-apis/bot/v2/hook/x', secret: 'demo' }, { message, nowMs });
    expect(bodyOf(body)).toEqual({
      timestamp: '1700000000',
      sign: '8oT2n3SMKFfEnDoiwer8BUM/SjKLwe9SqoEIHlhDTKo=',
      msg_type: 'interactive',
      card: {
        header: { title: { tag: 'plain_text', content: 'Gun fault' } },
        elements: [{ tag: 'div', text: { tag: 'plain_text', content: message.text } }],
      },
    });
  });

  test('Slack: what looks like a mention or a link stays text', () => {
    const evil = { ...message, text: '<!channel> <https://evil.example|click> @all & co' };
    const { body } = hookRequest(accountType.slack, { url: 'https://hooks.slack.com/x', secret: undefined }, { message: evil, nowMs });
    expect(bodyOf(body)).toMatchObject({
      text: 'Gun fault\n&lt;!channel&gt; &lt;https://evil.example|click&gt; @\u200Ball &amp; co',
      blocks: [{ text: { type: 'plain_text' } }],
    });
  });

  const longest: readonly (readonly [AccountType, number])[] = [
    [accountType.dingtalk, 20_000],
    [accountType.feishu, 20_000],
    [accountType.slack, 20_000],
  ];
  test.each(longest)('a long text fits provider %i', (type, bytes) => {
    const long = { ...message, text: '故障'.repeat(20_000) };
    if (type === accountType.sms || type === accountType.mail) throw new Error('no hook');
    expect(utf8Bytes(hookRequest(type, { url: 'https://a.example/', secret: undefined }, { message: long, nowMs }).body)).toBeLessThan(bytes);
  });

  test('WeCom: the text has at most 2048 bytes', () => {
    const long = { ...message, text: '故障'.repeat(20_000) };
    const { body } = hookRequest(accountType.wecom, { url: 'https://a.example/', secret: undefined }, { message: long, nowMs });
    const { content } = (bodyOf(body) as { text: { content: string } }).text; // as the builder writes it
    expect([utf8Bytes(content) <= 2_048, utf8Bytes(content) > 1_900, content.endsWith('…')]).toEqual([true, true, true]);
  });
});

describe('answers', () => {
  const judged = (type: AccountType, answer: string, retryAfter?: string) => {
    const [status = '', body = ''] = answer.split(/ (.*)/u);
    const { outcome, waitS } = judgeAnswer(type, { status: Number(status), body, retryAfter }, nowMs);
    return waitS === undefined ? outcome : `${outcome} ${waitS}`;
  };
  test.each([
    [accountType.dingtalk, '200 {"errcode":0,"errmsg":"ok"}', 'accepted'],
    [accountType.dingtalk, '200 {"errcode":310000,"errmsg":"sign not match"}', 'permanent'],
    [accountType.dingtalk, '200 {"errcode":130101,"errmsg":"send too fast"}', 'retry 600'],
    [accountType.dingtalk, '200 {"errcode":90030}', 'retry 3600'],
    [accountType.dingtalk, '200 {"errcode":-1}', 'retry'],
    [accountType.dingtalk, '200 <html>proxy</html>', 'retry'],
    [accountType.dingtalk, '200 ', 'retry'],
    [accountType.dingtalk, '200 {}', 'retry'],
    [accountType.dingtalk, '200 [0]', 'retry'],
    [accountType.wecom, '200 {"errcode":0}', 'accepted'],
    [accountType.wecom, '200 {"errcode":93000}', 'permanent'],
    [accountType.wecom, '200 {"errcode":45009}', 'retry 60'],
    [accountType.feishu, '200 {"code":0,"msg":"success"}', 'accepted'],
    [accountType.feishu, '200 {"StatusCode":0,"StatusMessage":"success"}', 'accepted'],
    [accountType.feishu, '400 {"code":19021}', 'permanent'],
    [accountType.feishu, '200 {"code":19021}', 'permanent'],
    [accountType.feishu, '200 {"code":11232}', 'retry 60'],
    [accountType.slack, '200 ok', 'accepted'],
    [accountType.slack, '404 no_service', 'permanent'],
    [accountType.slack, '410 channel_is_archived', 'gone'],
    [accountType.webhook, '204 ', 'accepted'],
    [accountType.webhook, '302 ', 'permanent'],
    [accountType.webhook, '400 ', 'permanent'],
    [accountType.webhook, '408 ', 'retry'],
    [accountType.webhook, '410 ', 'gone'],
    [accountType.webhook, '425 ', 'retry'],
    [accountType.webhook, '500 ', 'retry'],
  ] as const)('type %i, %s: %s', (type, answer, expected) => expect(judged(type, answer)).toBe(expected));

  test('Retry-After is seconds or a date, and never longer than an hour', () => {
    expect(judged(accountType.slack, '429', '30')).toBe('retry 30');
    expect(judged(accountType.webhook, '503', '9999999')).toBe('retry 3600');
    expect(retryAfterS(new Date(nowMs + 90_000).toUTCString(), nowMs)).toBe(90);
    expect([undefined, 'soon', '0', '-5', new Date(nowMs - 5_000).toUTCString()].map((text) => retryAfterS(text, nowMs))).toEqual(
      Array(5).fill(undefined),
    );
  });

  test('the log gets what was said, in one line and not endless', () => {
    expect(
      judgeAnswer(accountType.dingtalk, { status: 200, body: '{"errcode":310000,"errmsg":"sign not match"}', retryAfter: undefined }, nowMs).said,
    ).toBe('310000 sign not match');
    expect(judgeAnswer(accountType.webhook, { status: 500, body: `a\nb${'c'.repeat(70_000)}`, retryAfter: undefined }, nowMs).said).toHaveLength(300);
  });
});

describe('limits', () => {
  const sentIn = (limits: readonly BucketLimit[], windowMs: number, everyMs: number): number => {
    let buckets: Buckets | undefined;
    const sent: number[] = [];
    for (let at = 0; at < 4 * 3_600_000; at += everyMs) {
      const taken = takeToken(limits, buckets, at);
      if (!taken.ok) continue;
      sent.push(at);
      ({ buckets } = taken);
    }
    return Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + windowMs).length));
  };
  test.each([
    { of: 'DingTalk, a minute', type: accountType.dingtalk, windowMs: 60_000, most: 20 },
    { of: 'WeCom, a minute', type: accountType.wecom, windowMs: 60_000, most: 20 },
    { of: 'Feishu, a minute', type: accountType.feishu, windowMs: 60_000, most: 100 },
    { of: 'Feishu, a second', type: accountType.feishu, windowMs: 1_000, most: 5 },
    { of: 'Slack, a second', type: accountType.slack, windowMs: 1_000, most: 1 },
    { of: 'a telephone, a minute', type: accountType.sms, windowMs: 60_000, most: 1 },
    { of: 'a telephone, an hour', type: accountType.sms, windowMs: 3_600_000, most: 10 },
  ])('$of', ({ type, windowMs, most }) => {
    const sent = sentIn(addressLimits[type], windowMs, 250);
    expect(sent).toBeLessThanOrEqual(most);
    expect(sent).toBeGreaterThanOrEqual(Math.ceil(most * 0.8));
  });

  test('the wait that is named is enough, and nothing less is', () => {
    const limits = addressLimits[accountType.sms];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 120_000 }), { minLength: 1, maxLength: 60 }), (steps) => {
        let [at, buckets]: [number, Buckets | undefined] = [nowMs, undefined];
        for (const step of steps) {
          at += step;
          const taken = takeToken(limits, buckets, at);
          const waitMs = taken.ok ? 0 : taken.waitMs;
          expect([takeToken(limits, buckets, at + waitMs).ok, waitMs > 0 && takeToken(limits, buckets, at + waitMs - 2).ok]).toEqual([true, false]);
          buckets = taken.ok ? taken.buckets : buckets;
        }
      }),
    );
  });

  test('a clock that goes back gives no message', () => {
    const limits = addressLimits[accountType.slack];
    const first = takeToken(limits, undefined, nowMs);
    if (!first.ok) throw new Error('a full bucket');
    expect(takeToken(limits, first.buckets, nowMs - 3_600_000).ok).toBe(false);
    const later = takeToken(limits, { ...first.buckets, tokens: [1] }, nowMs - 3_600_000);
    if (!later.ok) throw new Error('a full bucket');
    expect(takeToken(limits, later.buckets, nowMs).ok).toBe(false);
  });

  test('the breaker opens after five failures, lets one message try and closes with a success', () => {
    let breaker: ReturnType<typeof breakerAfter> | undefined;
    for (let failure = 0; failure < 4; failure++) breaker = breakerAfter(breaker, { worked: false, nowMs });
    expect(breakerWaitMs(breaker, nowMs)).toBe(0);
    breaker = breakerAfter(breaker, { worked: false, nowMs });
    expect(breakerWaitMs(breaker, nowMs)).toBe(60_000);
    breaker = breakerAfter(breaker, { worked: false, nowMs: nowMs + 60_000 });
    expect(breakerWaitMs(breaker, nowMs + 60_000)).toBe(60_000);
    expect(breakerAfter(breaker, { worked: true, nowMs })).toEqual({ failures: 0, openUntilMs: 0 });
  });

  test('pauses grow', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => backoffMs(attempts, 0.5) / 1_000)).toEqual([10, 30, 120, 600, 1_800, 7_200, 7_200, 7_200]);
    expect([backoffMs(1, 0), backoffMs(1, 1)]).toEqual([8_000, 12_000]);
  });
});

describe('texts', () => {
  test('a cut keeps whole letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 60 }), (text, max) => {
        const cut = cutToBytes(text, max);
        expect(Buffer.byteLength(cut)).toBe(utf8Bytes(cut));
        expect(utf8Bytes(cut)).toBeLessThanOrEqual(Math.max(max, 3));
        expect(text.startsWith(cut.replace(/…$/u, '')) || cut === text).toBe(true);
      }),
    );
  });

  test.each([
    ['a'.repeat(160), 'gsm', 1],
    ['a'.repeat(161), 'gsm', 2],
    ['a'.repeat(306), 'gsm', 2],
    ['a'.repeat(307), 'gsm', 3],
    ['€'.repeat(80), 'gsm', 1],
    ['€'.repeat(81), 'gsm', 2],
    ['桩'.repeat(70), 'ucs2', 1],
    ['桩'.repeat(71), 'ucs2', 2],
    ['桩'.repeat(134), 'ucs2', 2],
    ['桩'.repeat(135), 'ucs2', 3],
    ['😀'.repeat(35), 'ucs2', 1],
    ['😀'.repeat(36), 'ucs2', 2],
  ] as const)('length %#', (text, alphabet, segments) => expect(smsLength(text)).toMatchObject({ alphabet, segments }));

  test('control characters and marks that turn the direction of writing are gone', () => {
    expect(withoutControls('a\r\nb\u0000c\u202Ed\u001B[31m')).toBe('a\nb c d [31m');
  });
});
