import { useCallback, useMemo } from 'react';
import { busyGunStates, gunState } from '#engines/pile/codes.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import type { GunRow } from './live-gun.web.tsx';
import { gunRefusals, gunWords } from './gun.labels.ts';
import { gun, gunApi } from './gun.ts';

const nouns = [gun];

/** Switches a gun out of service and back; a gun out of service is not used, whatever state the device reports. */
export const useGunActions = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(gunApi.changeState, { changes: nouns });
  const change = useCallback(
    async (row: GunRow, setState: 0 | 1) => {
      const name = { cp: row.cpCode, n: row.gunNumber };
      const title = say(setState === 0 ? gunWords.askDisable : gunWords.askEnable, name);
      if (await confirm({ title, danger: setState === 0 })) await send({ entityId: row.gunId, setState });
    },
    [say, confirm, send],
  );
  return useMemo(
    () => [
      'detail' as const,
      {
        key: 'disable',
        label: gunWords.disable,
        allow: gunApi.changeState.allow,
        when: (row: GunRow) => row.gunWorkStat !== gunState.disabled && (!busyGunStates.includes(row.gunWorkStat) || gunRefusals['gun.charging']),
        run: (row: GunRow) => change(row, 0),
      },
      {
        key: 'enable',
        label: gunWords.enable,
        allow: gunApi.changeState.allow,
        when: (row: GunRow) => row.gunWorkStat === gunState.disabled,
        run: (row: GunRow) => change(row, 1),
      },
    ],
    [change],
  );
};
