import { Skeleton } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useState } from 'react';
import { pileState } from '#engines/pile/codes.ts';
import { pile as pileNoun, pileProfile } from '#domains/network/resources.ts';
import { FollowStations } from '#domains/network/web.ts';
import type { PileRow } from '#domains/network/web.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useCommandNotice } from '../command/use-command-notice.web.ts';
import type { CommandNotice } from '../command/use-command-notice.web.ts';
import { parameterNo } from '../protocol.codes.ts';
import type { ParameterItem } from './parameter-input.web.tsx';
import { ParameterRow } from './parameter-row.web.tsx';
import { parameterWords } from './parameter.labels.ts';
import { gunParameters, parameterApi } from './parameter.ts';
import type { ParameterSides } from './parameter.ts';
import { SetParameter } from './set-parameter.web.tsx';
import '../device.css';

const parameters = { path: '/device/sseParameter' };
/** What a parameter of a pile changes besides itself. */
const changed = [parameters, pileNoun, pileProfile];
const followed = [parameters];
const items: readonly ParameterItem[] = Object.values(parameterNo.items);

interface OpenParameter {
  readonly item: ParameterItem;
  readonly gunNumber: number;
}

/** Both sides of the parameters of a pile, with buttons to read them, to set them, and to end the differences. */
export const PileParameters = ({ pile }: { readonly pile: PileRow }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(parameterApi.list, { cpCode: pile.cpCode });
  const [setting, setSetting] = useState<OpenParameter>();
  const notice = useCommandNotice(() => void refetch());
  const { send: take } = useSend(parameterApi.takeReported, { changes: changed });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const numbers = new Set(items.map(({ value }) => String(value)));
  const keys = data.filter(({ paramNo }) => !numbers.has(paramNo));
  const sidesOf = ({ item, gunNumber }: OpenParameter) => data.find((one) => one.paramNo === String(item.value) && one.gunNumber === gunNumber);
  return (
    <>
      <FollowStations stationIds={[pile.stationId]} nouns={followed} />
      <Head pile={pile} notice={notice} differing={data.filter(({ differs }) => differs).length} />
      <div className="dv-parameter dv-parameter-titles" aria-hidden>
        <span />
        <span>{say(parameterWords.parameter)}</span>
        <span>{say(parameterWords.wanted)}</span>
        <span>{say(parameterWords.reported)}</span>
        <span>{say(parameterWords.reportedAt)}</span>
      </div>
      <ul className="dv-parameters">
        {rowsOf(pile).map((one) => (
          <ParameterRow
            key={`${one.item.value}.${one.gunNumber}`}
            {...one}
            pile={pile}
            sides={sidesOf(one)}
            onSet={() => setSetting(one)}
            onTake={(value) => void take({ cpCode: pile.cpCode, paramNo: one.item.value, value })}
          />
        ))}
      </ul>
      {keys.length > 0 && <Keys keys={keys} />}
      {setting && (
        <SetParameter
          pile={pile}
          item={setting.item}
          gunNumber={setting.gunNumber}
          reported={sidesOf(setting)?.reported ?? undefined}
          onClose={() => setSetting(undefined)}
          onSent={(commandId) => notice.begin(commandId, say(setting.item.words))}
        />
      )}
    </>
  );
};

/** Every parameter once; those of guns once for each gun. */
const rowsOf = ({ gunCount }: PileRow): readonly OpenParameter[] =>
  items.flatMap((item) =>
    gunParameters.includes(item.value)
      ? Array.from({ length: gunCount }, (_unused, index) => ({ item, gunNumber: index + 1 }))
      : [{ item, gunNumber: 0 }],
  );

interface HeadProps {
  readonly pile: PileRow;
  readonly notice: CommandNotice;
  readonly differing: number;
}

const Head = ({ pile, notice, differing }: HeadProps) => {
  const say = useSay();
  const { cpCode } = pile;
  const pull = useSend(parameterApi.readParameters, {
    doneText: false,
    onDone: ({ commandId }) => notice.begin(commandId, say(parameterWords.pull)),
  });
  const mend = useSend(parameterApi.sendWanted, {
    doneText: false,
    onDone: ({ commandId, sentCount }) => notice.begin(commandId, say(parameterWords.sendWantedN, { n: sentCount })),
  });
  const isBusy = notice.waiting || pull.sending || mend.sending;
  return (
    <div className="dv-parameter-head">
      <ActButton
        allow={parameterApi.readParameters.allow}
        icon={notice.waiting ? <LoadingOutlined /> : <DownloadOutlined />}
        disabled={isBusy}
        onClick={() => void pull.send({ cpCode })}
      >
        {say(notice.waiting ? parameterWords.waiting : parameterWords.pull)}
      </ActButton>
      {differing > 0 && (
        <ActButton
          type="primary"
          allow={parameterApi.sendWanted.allow}
          icon={<UploadOutlined />}
          disabled={isBusy}
          onClick={() => void mend.send({ cpCode })}
        >
          {say(parameterWords.sendWantedN, { n: differing })}
        </ActButton>
      )}
      {pile.cpWorkStat === pileState.offline && <span className="dv-problem">{say(parameterWords.offline)}</span>}
    </div>
  );
};

/** Configuration keys that an OCPP station reported and that match none of the 23 parameters. */
const Keys = ({ keys }: { readonly keys: readonly ParameterSides[] }) => {
  const say = useSay();
  return (
    <>
      <h3 className="dv-keys-title">{say(parameterWords.keys)}</h3>
      <dl className="dv-fields">
        {keys.map(({ paramNo, reported }) => (
          <div key={paramNo}>
            <dt>{paramNo}</dt>
            <dd className="co-clip" title={reported ?? ''}>
              {reported}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};
