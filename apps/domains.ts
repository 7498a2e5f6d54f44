import type { Domain } from '#kit/resource/feature.ts';
import { alarm } from '#domains/alarm/resources.ts';
import { charging } from '#domains/charging/resources.ts';
import { customers } from '#domains/customer/resources.ts';
import { device } from '#domains/device/resources.ts';
import { driver } from '#domains/driver/resources.ts';
import { identity } from '#domains/identity/resources.ts';
import { insight } from '#domains/insight/resources.ts';
import { marketing } from '#domains/marketing/resources.ts';
import { money } from '#domains/money/resources.ts';
import { network } from '#domains/network/resources.ts';
import { partner } from '#domains/partner/resources.ts';
import { power } from '#domains/power/resources.ts';
import { system } from '#domains/system/resources.ts';
import { tariff } from '#domains/tariff/resources.ts';

/** Every domain of the program. tools/law/domain-order.ts says which domain may import from which. */
export const domains: readonly Domain[] = [
  system,
  identity,
  network,
  customers,
  tariff,
  power,
  money,
  marketing,
  device,
  charging,
  alarm,
  insight,
  partner,
  driver,
];
