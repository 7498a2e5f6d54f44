import type { EgressRequest } from '#kit/server/egress/egress.ts';
import { accountType } from './channel.codes.ts';
import type { HookType } from './channel.codes.ts';
import { signDingtalk, signFeishu, signWebhook } from './signing.server.ts';
import { cutToBytes, withoutControls } from './text.rules.ts';

/** A message for a hook. Title and text are plain texts; whatever they contain stays text. */
export interface HookMessage {
  /** The same for each attempt, so that a receiver can recognise a repetition. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Facts for programs, sent to signed webhooks. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface HookAccount {
  readonly url: string;
  /** The signature's secret, where the provider has one. */
  readonly secret: string | undefined;
}

/** The limits of the providers, in bytes of UTF-8, less what surrounds the text. */
const textBytes = { dingtalk: 16_000, wecom: 2_000, feishu: 16_000, webhook: 60_000, slack: 2_800 } as const;

/** The request that brings a message to a hook. Texts are sent in forms without markup, so they cannot contain links, mentions or pictures of others. */
export const hookRequest = (
  type: HookType,
  account: HookAccount,
  { message, nowMs }: { readonly message: HookMessage; readonly nowMs: number },
): EgressRequest => {
  const plain = `${withoutControls(message.title).replaceAll('\n', ' ')}\n${withoutControls(message.text)}`;
  switch (type) {
    case accountType.dingtalk:
      return json(dingtalkUrl(account, nowMs), { msgtype: 'text', text: { content: cutToBytes(plain, textBytes.dingtalk) }, at: { isAtAll: false } });
    case accountType.wecom:
      return json(account.url, { msgtype: 'text', text: { content: cutToBytes(plain, textBytes.wecom) } });
    case accountType.feishu:
      return json(account.url, { ...feishuSignature(account, nowMs), msg_type: 'interactive', card: feishuCard(message) });
    case accountType.slack:
      return json(account.url, slackBody(plain));
    case accountType.webhook:
      return signedWebhook(account, message, nowMs);
  }
};

const json = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): EgressRequest => ({
  url,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** A robot that checks keywords or addresses instead has no secret. */
const dingtalkUrl = ({ url, secret }: HookAccount, nowMs: number): string => {
  if (secret === undefined) return url;
  const signed = new URL(url);
  signed.searchParams.set('timestamp', String(nowMs));
  signed.searchParams.set('sign', signDingtalk(secret, nowMs));
  return signed.href;
};

const feishuSignature = ({ secret }: HookAccount, nowMs: number): Readonly<Record<string, string>> => {
  if (secret === undefined) return {};
  const timestampS = Math.floor(nowMs / 1_000);
  return { timestamp: String(timestampS), sign: signFeishu(secret, timestampS) };
};

/** A text of the type `text` could mention everybody by a tag, so the text is part of a card. */
const feishuCard = ({ title, text }: HookMessage) => ({
  header: { title: { tag: 'plain_text', content: cutToBytes(withoutControls(title).replaceAll('\n', ' '), 200) } },
  elements: [{ tag: 'div', text: { tag: 'plain_text', content: cutToBytes(withoutControls(text), textBytes.feishu) } }],
});

/** Slack shows the block. Others, such as Mattermost, show `text`, in which an invisible space keeps `@all` from mentioning anybody. */
const slackBody = (plain: string) => {
  const text = cutToBytes(plain, textBytes.slack);
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200B');
  return { text: escaped, blocks: [{ type: 'section', text: { type: 'plain_text', text, emoji: false } }] };
};

const signedWebhook = ({ url, secret }: HookAccount, { id, title, text, facts }: HookMessage, nowMs: number): EgressRequest => {
  const timestampS = Math.floor(nowMs / 1_000);
  const body = JSON.stringify({
    ...facts,
    timestamp: new Date(nowMs).toISOString(),
    title: withoutControls(title),
    text: cutToBytes(withoutControls(text), textBytes.webhook),
  });
  return {
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signWebhook(secret === undefined ? [] : [secret], { id, timestampS, body }),
    },
    body,
  };
};
