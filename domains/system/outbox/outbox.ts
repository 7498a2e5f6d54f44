import { codeTable } from '#kit/fields/codes.ts';
import { choice, readOnly, id, instant, longText, optional, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';

export const messageChannel = codeTable({
  dictCode: 'message_channel',
  title: ['消息渠道', '訊息渠道', 'Channel'],
  items: {
    sms: { value: 1, words: ['短信', '簡訊', 'Text message'] },
    mail: { value: 2, words: ['邮件', '郵件', 'Mail'] },
  },
});

export const messageState = codeTable({
  dictCode: 'message_state',
  title: ['消息状态', '訊息狀態', 'Message state'],
  items: {
    waiting: { value: 0, words: ['待发送', '待發送', 'Waiting'], tone: 'busy' },
    sent: { value: 1, words: ['已发送', '已發送', 'Sent'], tone: 'good' },
    failed: { value: 2, words: ['发送失败', '發送失敗', 'Failed'], tone: 'bad' },
    expired: { value: 3, words: ['已过期', '已過期', 'Expired'] },
    withheld: { value: 4, words: ['无此账号，未发送', '無此帳號，未發送', 'No such account, not sent'] },
  },
});

/** Messages to people by SMS and mail. The text can be read only when no provider sends it. */
export const outbox = resource({
  name: 'outbox',
  path: '/sys/outbox',
  table: 'sys_message',
  key: 'messageId',
  title: 'receiver',
  softDelete: false,
  scope: { tenant: 'hidden', agent: 'hidden', station: 'hidden' },
  fields: {
    messageId: readOnly(id()),
    channel: readOnly(choice(messageChannel, { filter: 'equals' })),
    receiver: readOnly(personal(text({ max: 128, filter: 'equals' }), { kind: 'contact' })),
    subject: readOnly(optional(text({ max: 128 }))),
    body: readOnly(optional(longText({ max: 2_000 }))),
    state: readOnly(choice(messageState, { filter: 'equals' })),
    provider: readOnly(optional(text({ max: 40 }))),
    failure: readOnly(optional(text({ max: 300 }))),
    sentTime: readOnly(optional(instant())),
  },
});

const { list, queryById } = crud(outbox);
export const outboxApi = { list, queryById };
