/** What a session remembers of a user agent is as long as this. */
export const USER_AGENT_MAX = 300;

/** A mark that holds another's comes before it; what only pretends to be one of the four is none of them. */
const families = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [
    /\b(?:OPR|OPT|OPiOS|SamsungBrowser|YaBrowser|Vivaldi|UCBrowser|MicroMessenger|wxwork|DingTalk|AliApp|MQQBrowser|QQBrowser|HuaweiBrowser|MiuiBrowser)\b/,
    'other',
  ],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/(?:Chrome|CriOS)\//, 'chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'safari'],
] as const;
const mobile = /\bMobi|\bMobile|\bAndroid\b|\biPhone\b|\biPad\b|\biPod\b/;

/** Which browser somebody uses, whatever its version: a token that another one shows has been carried there. */
export const browserFamily = (userAgent: string): string => {
  const bounded = userAgent.slice(0, USER_AGENT_MAX);
  if (bounded.trim() === '') return 'none';
  const name = families.find(([pattern]) => pattern.test(bounded))?.[1] ?? 'other';
  return mobile.test(bounded) ? `${name} mobile` : name;
};
