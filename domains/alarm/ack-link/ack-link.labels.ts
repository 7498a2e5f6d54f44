import type { Words } from '#kit/fields/words.ts';

export const ackLinkWords = {
  title: ['确认异常', '確認異常', 'Acknowledge'],
  link: ['确认', '確認', 'Acknowledge'],
  token: ['链接', '連結', 'Link'],
  question: ['确认后表示您正在处理。', '確認後表示您正在處理。', 'This says that you attend to it.'],
  confirm: ['我来处理', '我來處理', 'I attend to it'],
  acknowledged: ['已确认', '已確認', 'Acknowledged'],
  over: ['该异常已恢复，无需确认', '該異常已恢復，無需確認', 'It is over, so there is nothing to acknowledge'],
  used: ['此链接已使用', '此連結已使用', 'This link has been used'],
  expired: ['此链接已过期', '此連結已過期', 'This link has expired'],
  invalid: ['此链接无效', '此連結無效', 'This link is not valid'],
} as const satisfies Readonly<Record<string, Words>>;
