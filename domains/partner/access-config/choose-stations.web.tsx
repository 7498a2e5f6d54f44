import { Form, Skeleton } from 'antd';
import { useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { RefsSelect } from '#kit/web/kinds/refs-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { accessConfigInputLabels, accessConfigWords } from './access-config.labels.ts';
import { accessConfig, accessConfigApi } from './access-config.ts';

interface ChooseStationsProps {
  readonly row: RowOf<typeof accessConfig.fields>;
  readonly onClose: () => void;
}

/** Chooses the stations that an account sees. */
export const ChooseStations = ({ row: { accessConfigId, cname }, onClose }: ChooseStationsProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(accessConfigApi.stations, { accessConfigId });
  const [chosen, setChosen] = useState<readonly string[]>();
  const { send, sending } = useSend(accessConfigApi.setStations, { changes: [accessConfig], onDone: onClose });
  const value = chosen ?? data?.map(({ stationId }) => stationId) ?? [];
  return (
    <FormDialog
      title={`${say(accessConfigWords.setStations)} · ${cname}`}
      disabled={data === undefined}
      sending={sending}
      onClose={onClose}
      onFinish={() => void send({ accessConfigId, stationIds: value.join(',') })}
    >
      <p>{say(accessConfigWords.stationsHint)}</p>
      {error && <LoadError because={error.message} retry={refetch} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 1 }} />}
      {data && (
        <Form.Item label={say(accessConfigInputLabels.stationIds)} htmlFor="access-stations">
          <RefsSelect id="access-stations" to="station" value={value} onChange={setChosen} />
        </Form.Item>
      )}
    </FormDialog>
  );
};
