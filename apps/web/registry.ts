import type { Pages, WebEntry } from '#kit/web/page/web-entry.ts';
import { registerNounLoader } from '#kit/web/kinds/ref-lookup.ts';
import { registerOptionLoader } from '#kit/web/edit-table/cells/option-sources.ts';
import { registerCellPickers } from '#kit/web/edit-table/cells/cell-pickers.ts';
import { registerMultiRefInputs } from '#kit/web/kinds/multi-ref-inputs.ts';
import * as alarm from '#domains/alarm/web.ts';
import * as charging from '#domains/charging/web.ts';
import * as customer from '#domains/customer/web.ts';
import * as device from '#domains/device/web.ts';
import * as identity from '#domains/identity/web.ts';
import * as insight from '#domains/insight/web.ts';
import * as marketing from '#domains/marketing/web.ts';
import * as money from '#domains/money/web.ts';
import * as network from '#domains/network/web.ts';
import * as partner from '#domains/partner/web.ts';
import * as power from '#domains/power/web.ts';
import * as system from '#domains/system/web.ts';
import * as tariff from '#domains/tariff/web.ts';

/** The web.ts of each domain that has pages. */
const webEntries: readonly WebEntry[] = [
  system,
  identity,
  network,
  customer,
  tariff,
  power,
  money,
  marketing,
  device,
  charging,
  alarm,
  insight,
  partner,
];

for (const { multiRefInputs, cellPickers } of webEntries) {
  registerMultiRefInputs(multiRefInputs ?? {});
  registerCellPickers(cellPickers ?? {});
}
registerOptionLoader(system.cellOptions);
registerNounLoader(() => import('./features.ts').then(({ nouns }) => nouns));

/** Loads the page of piles together with the parts that later domains add to it. The most used verbs come first, because a row has little room. */
const pileList: Pages[string] = async () => {
  const [page, ...parts] = await Promise.all([
    network.loadPileList(),
    tariff.loadPileParts(),
    power.loadPileParts(),
    money.loadPileParts(),
    device.loadPileParts(),
    customer.loadPileParts(),
    alarm.loadPileParts(),
  ]);
  network.setPileParts(parts);
  return page;
};

/** Loads the monitor together with what later domains show of its stations. */
const monitor: Pages[string] = async () => {
  const [page, parts] = await Promise.all([charging.loadMonitor(), alarm.loadStationParts()]);
  charging.setStationParts(parts);
  return page;
};

/** Every page with its own components; other pages are drawn by the kit. */
export const pages: Pages = {
  ...Object.fromEntries(webEntries.flatMap((entry) => Object.entries(entry.pages))),
  'network/PileList': pileList,
  'charging/Monitor': monitor,
  'system/Gallery': () => import('./gallery/gallery.tsx').then((page) => ({ default: page.Gallery })),
  'dashboard/Analysis': () => import('./home/home.tsx').then((page) => ({ default: page.Home })),
};
