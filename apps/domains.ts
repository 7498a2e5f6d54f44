import type { Domain } from '#kit/resource/feature.ts';
import { charging } from '#domains/charging/resources.ts';
import { customers } from '#domains/customer/resources.ts';
import { device } from '#domains/device/resources.ts';
import { identity } from '#domains/identity/resources.ts';
import { marketing } from '#domains/marketing/resources.ts';
import { money } from '#domains/money/resources.ts';
import { network } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import { tariff } from '#domains/tariff/resources.ts';

/** The street, in order: a domain knows only those before it. */
export const domains: readonly Domain[] = [system, identity, network, customers, tariff, money, marketing, device, charging];
