/** The stored length of a user agent. */
export const USER_AGENT_MAX = 300;

/** A name that contains another comes first. Browsers that only imitate one of the four count as other. */
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

/** The family of a browser, without its version: a token that arrives from another family was copied. */
export const browserFamily = (userAgent: string): string => {
  const bounded = userAgent.slice(0, USER_AGENT_MAX);
  if (bounded.trim() === '') return 'none';
  const name = families.find(([pattern]) => pattern.test(bounded))?.[1] ?? 'other';
  return mobile.test(bounded) ? `${name} mobile` : name;
};
