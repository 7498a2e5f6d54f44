import type { ReactNode } from 'react';
import type { PileRow } from '#domains/network/web.ts';
import { parameterState, pileProtocol } from '#domains/network/resources.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { CodeTag, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { parameterNo } from '../protocol.codes.ts';
import { heldParameter } from './held-parameters.ts';
import type { ParameterItem } from './parameter-input.web.tsx';
import { ParameterValue } from './parameter-value.web.tsx';
import { parameterWords } from './parameter.labels.ts';
import { ocppSupports } from './parameter.rules.ts';
import { parameterApi } from './parameter.ts';
import type { ParameterSides } from './parameter.ts';

interface ParameterRowProps {
  readonly item: ParameterItem;
  /** 0: the pile as a whole. */
  readonly gunNumber: number;
  readonly pile: PileRow;
  readonly sides: ParameterSides | undefined;
  readonly onSet: () => void;
  readonly onTake: (value: string) => void;
}

const { restart: RESTART, systemTime: TIME } = valuesOf(parameterNo);

/** A parameter with the value that a form holds and the one that the pile has. */
export const ParameterRow = ({ item, gunNumber, pile, sides, onSet, onTake }: ParameterRowProps) => {
  const say = useSay();
  // A restart and the system time are sent to the pile, which stores neither.
  const isNotStored = item.value === RESTART || item.value === TIME;
  const unsupported = pile.protocol === pileProtocol.items.ocpp16.value && !ocppSupports(item.value);
  const { wanted = null, reported = null, reportedAt = null, differs = false } = (!isNotStored && sides) || {};
  const value = (text: string) => <ParameterValue no={item.value} value={text} currency={pile.currency} />;
  return (
    <li className={unsupported ? 'dv-parameter dv-parameter-none' : 'dv-parameter'}>
      <span className="dv-no co-num">{item.value}</span>
      <span className="dv-name">{gunNumber === 0 ? say(item.words) : say(parameterWords.onGun, { name: say(item.words), n: gunNumber })}</span>
      <Side label={isNotStored ? undefined : say(parameterWords.wanted)}>{wanted === null ? !isNotStored && <None>–</None> : value(wanted)}</Side>
      <Side label={isNotStored ? undefined : say(parameterWords.reported)}>
        {reported === null ? !isNotStored && <None>{say(parameterWords.never)}</None> : value(reported)}
        {differs && <CodeTag item={parameterState.items.differs} />}
      </Side>
      <span className="dv-at co-hint">{reportedAt !== null && <InstantCell value={reportedAt} zone={pile.timezone} />}</span>
      <span className="dv-parameter-acts">
        {differs && reported !== null && gunNumber === 0 && heldParameter(item.value)?.isTaken === true && (
          <ActButton size="small" allow={parameterApi.takeReported.allow} tip={say(parameterWords.takeHint)} onClick={() => onTake(reported)}>
            {say(parameterWords.take)}
          </ActButton>
        )}
        <ActButton
          size="small"
          allow={parameterApi.setParameter.allow}
          because={unsupported ? say(parameterWords.unsupported) : undefined}
          onClick={onSet}
        >
          {say(isNotStored ? parameterWords.execute : parameterWords.set)}
        </ActButton>
      </span>
    </li>
  );
};

/** A value; on a phone, where the head of the table is not shown, with its name. */
const Side = ({ label, children }: { readonly label: string | undefined; readonly children: ReactNode }) => (
  <span className="dv-value">
    {label !== undefined && <small className="dv-side-name">{label}</small>}
    {children}
  </span>
);

const None = ({ children }: { readonly children: ReactNode }) => <span className="co-none">{children}</span>;
