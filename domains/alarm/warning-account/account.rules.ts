import { parse } from '#kit/fields/parse.ts';
import { text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { accountType, isHook } from '../channel/channel.codes.ts';
import type { AccountType, HookType } from '../channel/channel.codes.ts';
import type { WarningAccountRefusal } from './warning-account.labels.ts';

type AccountVerdict<S> = Verdict<S, WarningAccountRefusal>;

export interface AccountAddress {
  readonly type: AccountType;
  readonly areaCode: string | null;
  readonly address: string;
}

const mail = text({ max: 128, pattern: patterns.email });
/** E.164: at most 15 digits with the area code. */
const PHONE_DIGITS = { min: 4, max: 15 } as const;

/** The address in the form in which it is stored. Addresses of hooks are checked by the caller as well. */
export const checkAddress = ({ type, areaCode, address }: AccountAddress): AccountVerdict<AccountAddress> => {
  const given = address.trim();
  if (type === accountType.sms) {
    if (areaCode === null) return deny('warningAccount.areaCode');
    const digits = given.replaceAll(/[ ()-]/gu, '');
    const isNumber = /^\d+$/u.test(digits) && digits.length >= PHONE_DIGITS.min && areaCode.length + digits.length <= PHONE_DIGITS.max;
    return isNumber ? allow({ type, areaCode, address: digits }) : deny('warningAccount.phone');
  }
  if (areaCode !== null) return deny('warningAccount.noAreaCode');
  if (type === accountType.mail) return parse(mail, given).ok ? allow({ type, areaCode, address: given.toLowerCase() }) : deny('warningAccount.mail');
  return allow({ type, areaCode, address: given });
};

/** The paths under which the robots of a provider are reached, wherever the provider runs. */
const robotPaths: Readonly<Record<HookType, RegExp>> = {
  [accountType.dingtalk]: /^\/robot\/send\?(.*&)?access_token=[^&]+/u,
  [accountType.wecom]: /^\/cgi-bin\/webhook\/send\?(.*&)?key=[^&]+/u,
  [accountType.feishu]: /^\/open-apis\/bot\/v2\/hook\/[^/?]+/u,
  [accountType.webhook]: /^\//u,
  [accountType.slack]: /^\/[^/]/u,
};

/** Whether path and query belong to a robot of the type. */
export const isRobotPath = (type: HookType, pathAndQuery: string): boolean => robotPaths[type].test(pathAndQuery);

const SHOWN_END = 4;
/** What is shown of the address of a robot: its origin and its last letters. */
export const shownAddress = (origin: string, url: string): string => `${origin}/…${url.slice(-SHOWN_END)}`;

/** Standard Webhooks: base64 of 24 to 64 bytes after the prefix. */
const WEBHOOK_SECRET = /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;

/** A signed webhook has a secret; DingTalk and Feishu may have one; the others have none. `secret` is null when none is stored and none is given. */
export const checkAccountSecret = (type: AccountType, secret: string | null): AccountVerdict<string | null> => {
  if (type === accountType.webhook) return secret !== null && WEBHOOK_SECRET.test(secret) ? allow(secret) : deny('warningAccount.secret');
  const maySign = type === accountType.dingtalk || type === accountType.feishu;
  return secret === null || maySign ? allow(secret) : deny('warningAccount.noSecret');
};

export interface QuietHours {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly quietZone: string | null;
}

/** All three parts, or none. */
export const checkQuietHours = ({ quietFrom, quietTo, quietZone }: QuietHours): AccountVerdict<true> => {
  const given = [quietFrom, quietTo, quietZone].filter((part) => part !== null).length;
  return (given === 0 || given === 3) && (quietFrom === null || quietFrom !== quietTo) ? allow(true) : deny('warningAccount.quiet');
};

/** Whether the shown address of a hook means that it stays as it is. */
export const staysAs = (type: AccountType, shown: string, given: string): boolean => isHook(type) && shown === given.trim();
