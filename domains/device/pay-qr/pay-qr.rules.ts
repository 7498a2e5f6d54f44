import { text } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';

const address = text({ max: 255, pattern: patterns.url });

/** An address a phone opens; what stands in braces is filled in for each gun. */
export const checkAddress = (template: string): Verdict<string, 'payQr.notAnAddress'> =>
  parse(address, template).ok ? allow(template) : deny('payQr.notAnAddress');

/** The address of one gun. */
export const addressOf = (template: string, gun: { readonly cpCode: string; readonly gunNumber: number }): string =>
  template.replaceAll('{cpCode}', encodeURIComponent(gun.cpCode)).replaceAll('{gunNumber}', String(gun.gunNumber));

/** What a pile keeps: its own code is filled in, its guns are not. */
export const addressOfPile = (template: string, cpCode: string): string => template.replaceAll('{cpCode}', encodeURIComponent(cpCode));

/** The one template that some piles share, with `{cpCode}` in place of each own code; undefined when they differ, empty when none has any. */
export const templateOf = (piles: readonly { readonly cpCode: string; readonly payQrCode: string | null }[]): string | undefined => {
  const templates = new Set(piles.map(({ cpCode, payQrCode }) => (payQrCode ?? '').replaceAll(encodeURIComponent(cpCode), '{cpCode}')));
  return templates.size === 1 ? [...templates][0] : undefined;
};
