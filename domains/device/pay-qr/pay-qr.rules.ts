import { text } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';

const address = text({ max: 255, pattern: patterns.url });

/** Checks an address that a phone opens; names in braces are placeholders filled in for each gun. */
export const checkAddress = (template: string): Verdict<string, 'payQr.notAnAddress'> =>
  parse(address, template).ok ? allow(template) : deny('payQr.notAnAddress');

/** The address of one gun. */
export const addressOf = (template: string, gun: { readonly cpCode: string; readonly gunNumber: number }): string =>
  template.replaceAll('{cpCode}', encodeURIComponent(gun.cpCode)).replaceAll('{gunNumber}', String(gun.gunNumber));

/** The address stored for a pile: its code is filled in, the number of the gun is not. */
export const addressOfPile = (template: string, cpCode: string): string => template.replaceAll('{cpCode}', encodeURIComponent(cpCode));

/** The template that all these piles share, with `{cpCode}` in place of their codes; undefined if they differ, empty if none has an address. */
export const sharedTemplate = (piles: readonly { readonly cpCode: string; readonly payQrCode: string | null }[]): string | undefined => {
  const templates = new Set(piles.map(({ cpCode, payQrCode }) => (payQrCode ?? '').replaceAll(encodeURIComponent(cpCode), '{cpCode}')));
  return templates.size === 1 ? [...templates][0] : undefined;
};
