import type { Domain } from '#kit/resource/feature.ts';
import { customers } from '#domains/customer/resources.ts';
import { device } from '#domains/device/resources.ts';
import { network } from '#domains/network/resources.ts';
import { tariff } from '#domains/tariff/resources.ts';

/** The street, in order: a domain knows only those before it. */
export const domains: readonly Domain[] = [network, customers, tariff, device];
