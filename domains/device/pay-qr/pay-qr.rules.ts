import { text } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { LabelParts } from './label.rules.ts';

const address = text({ max: 255, pattern: patterns.url });

/** Checks an address that a phone opens; names in braces are placeholders filled in for each gun. */
export const checkAddress = (template: string): Verdict<string, 'payQr.notAnAddress'> =>
  parse(address, template).ok ? allow(template) : deny('payQr.notAnAddress');

/** A pile as its address names it. */
export interface AddressedPile extends LabelParts {
  readonly cpCode: string;
}

/** The address stored for a pile: its code and its label are filled in, the number of the gun is not. */
export const addressOfPile = (template: string, { cpCode, ref, check }: AddressedPile): string =>
  template.replaceAll('{cpCode}', encodeURIComponent(cpCode)).replaceAll('{ref}', ref).replaceAll('{check}', check);

/** The address of one gun. */
export const addressOf = (template: string, gun: AddressedPile & { readonly gunNumber: number }): string =>
  addressOfPile(template, gun).replaceAll('{gunNumber}', String(gun.gunNumber));

/** The stored address with the placeholders of its pile; the label is replaced first, because it is random. */
const templateOf = ({ cpCode, ref, check, payQrCode }: AddressedPile & { readonly payQrCode: string | null }): string =>
  (payQrCode ?? '').replaceAll(`${ref}${check}`, '{ref}{check}').replaceAll(ref, '{ref}').replaceAll(encodeURIComponent(cpCode), '{cpCode}');

/** The page of drivers that this system serves, at the address where its browsers reach it. */
export const driverPageOf = (origin: string): string => `${origin}/q/{ref}{check}/{gunNumber}`;

/** The template that all these piles share, with placeholders for what is their own; undefined if they differ, empty if none has an address. */
export const sharedTemplate = (piles: readonly (AddressedPile & { readonly payQrCode: string | null })[]): string | undefined => {
  const templates = new Set(piles.map(templateOf));
  return templates.size === 1 ? [...templates][0] : undefined;
};
