import { useState } from 'react';
import type { BmsCourse } from '#domains/device/resources.ts';
import { isBmsPush, withReport } from '#domains/device/web.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { gunTopic } from './topics.ts';

interface BmsFollower {
  /** Undefined follows nothing. */
  readonly gunKey: string | undefined;
  /** Undefined until it is known. */
  readonly chargingOrderNo: string | undefined;
  readonly loaded: BmsCourse | undefined;
  /** A report of another charge has arrived. */
  readonly onOther?: () => void;
}

/** The loaded reports of a battery with those that were pushed since. */
export const useBmsCourse = ({ gunKey, chargingOrderNo, loaded, onOther }: BmsFollower): BmsCourse | undefined => {
  const [grown, setGrown] = useState<{ readonly from: BmsCourse; readonly course: BmsCourse }>();
  useLive(gunTopic, gunKey, (message) => {
    if (!isBmsPush(message) || loaded === undefined) return;
    if (message.chargingOrderNo !== chargingOrderNo) {
      onOther?.();
      return;
    }
    setGrown((before) => ({ from: loaded, course: withReport(before?.from === loaded ? before.course : loaded, message) }));
  });
  return grown?.from === loaded ? (grown?.course ?? loaded) : loaded;
};
