import { Skeleton } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import { useState } from 'react';
import { pileState } from '#engines/pile/codes.ts';
import type { PileRow } from '#domains/network/web.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { InstantCell, MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useCommandNotice } from '../command/use-command-notice.web.ts';
import { parameterNo } from '../protocol.codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { ParameterItem } from './parameter-input.web.tsx';
import { parameterWords } from './parameter.labels.ts';
import { ocppSupports } from './parameter.rules.ts';
import { parameterApi, parameterValues } from './parameter.ts';
import type { ReportedParameter } from './parameter.ts';
import { SetParameter } from './set-parameter.web.tsx';
import '../device.css';

/** The parameters that a pile last reported, with buttons to read and to set them. */
export const PileParameters = ({ pile }: { readonly pile: PileRow }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(parameterApi.list, { cpCode: pile.cpCode });
  const [setting, setSetting] = useState<ParameterItem>();
  const tracking = useCommandNotice(() => void refetch());
  const pull = useSend(parameterApi.readParameters, {
    doneText: false,
    onDone: ({ commandId }) => tracking.begin(commandId, say(parameterWords.pull)),
  });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const numbers = new Set(Object.values(parameterNo.items).map(({ value }) => String(value)));
  const keys = data.filter(({ paramNo }) => !numbers.has(paramNo));
  return (
    <>
      <div className="dv-parameter-head">
        <ActButton
          allow={parameterApi.readParameters.allow}
          icon={tracking.waiting ? <LoadingOutlined /> : <DownloadOutlined />}
          disabled={tracking.waiting || pull.sending}
          onClick={() => void pull.send({ cpCode: pile.cpCode })}
        >
          {say(tracking.waiting ? parameterWords.waiting : parameterWords.pull)}
        </ActButton>
        {pile.cpWorkStat === pileState.offline && <span className="dv-problem">{say(parameterWords.offline)}</span>}
      </div>
      <ul className="dv-parameters">
        {Object.values(parameterNo.items).map((item) => (
          <Parameter
            key={item.value}
            item={item}
            pile={pile}
            reported={data.find(({ paramNo }) => paramNo === String(item.value))}
            onSet={() => setSetting(item)}
          />
        ))}
      </ul>
      {keys.length > 0 && <Keys keys={keys} />}
      {setting && (
        <SetParameter
          pile={pile}
          item={setting}
          reported={data.find(({ paramNo }) => paramNo === String(setting.value))?.value}
          onClose={() => setSetting(undefined)}
          onSent={(commandId) => tracking.begin(commandId, say(setting.words))}
        />
      )}
    </>
  );
};

interface ParameterProps {
  readonly item: ParameterItem;
  readonly pile: PileRow;
  readonly reported: ReportedParameter | undefined;
  readonly onSet: () => void;
}

const Parameter = ({ item, pile, reported, onSet }: ParameterProps) => {
  const say = useSay();
  // A restart and the system time are sent to the pile, which stores neither.
  const isNotStored = item.value === RESTART || item.value === TIME;
  const unsupported = pile.protocol === pileProtocol.items.ocpp16.value && !ocppSupports(item.value);
  return (
    <li className={unsupported ? 'dv-parameter dv-parameter-none' : 'dv-parameter'}>
      <span className="dv-no co-num">{item.value}</span>
      <span className="dv-name">{say(item.words)}</span>
      <span className="dv-value">
        {reported && !isNotStored && <Value reported={reported} no={item.value} currency={pile.currency} />}
        {!reported && !isNotStored && <span className="co-none">{say(parameterWords.never)}</span>}
      </span>
      <span className="dv-at co-hint">{reported && <InstantCell value={reported.reportedAt} zone={pile.timezone} />}</span>
      <ActButton
        size="small"
        allow={parameterApi.setParameter.allow}
        because={unsupported ? say(parameterWords.unsupported) : undefined}
        onClick={onSet}
      >
        {say(isNotStored ? parameterWords.execute : parameterWords.set)}
      </ActButton>
    </li>
  );
};

const { restart: RESTART, systemTime: TIME, minimumAmount: MONEY } = valuesOf(parameterNo);

const Value = ({ reported, no, currency }: { readonly reported: ReportedParameter; readonly no: number; readonly currency: string }) => {
  const say = useSay();
  const field = parameterValues[no];
  if (no === MONEY) return <MoneyCell value={reported.value} currency={currency} />;
  if (field?.kind === 'choice') return say(reported.value === '1' ? parameterWords.yes : parameterWords.no);
  if (field?.unit !== undefined) return <NumberCell value={reported.value} unit={field.unit} />;
  return (
    <span className="co-clip" title={reported.value}>
      {reported.value}
    </span>
  );
};

/** Configuration keys that an OCPP station reported and that match none of the 23 parameters. */
const Keys = ({ keys }: { readonly keys: readonly ReportedParameter[] }) => {
  const say = useSay();
  return (
    <>
      <h3 className="dv-keys-title">{say(parameterWords.keys)}</h3>
      <dl className="dv-fields">
        {keys.map(({ paramNo, value }) => (
          <div key={paramNo}>
            <dt>{paramNo}</dt>
            <dd className="co-clip" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};
