import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useSay } from '#kit/web/language.ts';
import { OperationButton, OperationTitle, useOperation } from '../operation/operation-row.web.tsx';
import type { OperatedProps } from '../operation/operation-row.web.tsx';
import { profilePurpose, rateUnit } from './charging-profile.codes.ts';
import { checkProfile } from './charging-profile.rules.ts';
import {
  chargingProfileApi,
  chargingProfileLabels,
  chargingProfileWords,
  LIMIT_MAX,
  PERIODS_MAX,
  STACK_LEVEL_MAX,
  START_MINUTE_MAX,
} from './charging-profile.ts';

const purposes = Object.values(profilePurpose.items);
const units = Object.values(rateUnit.items);
type Purpose = (typeof purposes)[number]['value'];
type Unit = (typeof units)[number]['value'];

const { pile: wholePile, presentCharge } = profilePurpose.items;
const SCHEDULE_MINUTES = 60;

/** The forms of smart charging: limit the power, remove limits, and read what results. */
export const ChargingProfileForms = (props: OperatedProps) => (
  <>
    <LimitForm {...props} />
    <ClearForm {...props} />
    <ScheduleForm {...props} />
  </>
);

interface Period {
  readonly startMinute: number | null;
  readonly limit: number | null;
}

const LimitForm = ({ pile, notice }: OperatedProps) => {
  const say = useSay();
  const set = useOperation(chargingProfileApi.setChargingProfile, notice);
  const [purpose, setPurpose] = useState<Purpose>(wholePile.value);
  const [gunNumber, setGunNumber] = useState(0);
  const [stackLevel, setStackLevel] = useState<number | null>(0);
  const [unit, setUnit] = useState<Unit>(rateUnit.items.watts.value);
  const [periods, setPeriods] = useState<readonly Period[]>([{ startMinute: 0, limit: null }]);
  const label = say(chargingProfileWords.set);
  const gun = gunOf(purpose, gunNumber);
  const complete = periods.flatMap(({ startMinute, limit }) => (startMinute === null || limit === null ? [] : [{ startMinute, limit }]));
  const profile = stackLevel !== null && complete.length === periods.length ? { purpose, stackLevel, unit, periods: complete } : undefined;
  const isReady = profile !== undefined && checkProfile(gun, profile).ok;
  return (
    <li className="dv-operation-form">
      <OperationTitle label={label} hint={say(chargingProfileWords.setHint)} />
      <PurposeSelect value={purpose} onChange={(next) => next && setPurpose(next)} />
      <GunSelect {...{ purpose, value: gun, gunCount: pile.gunCount }} onChange={setGunNumber} />
      <InputNumber
        aria-label={say(chargingProfileLabels.stackLevel)}
        prefix={say(chargingProfileLabels.stackLevel)}
        size="small"
        min={0}
        max={STACK_LEVEL_MAX}
        precision={0}
        value={stackLevel}
        onChange={setStackLevel}
      />
      <Select
        aria-label={say(chargingProfileLabels.unit)}
        size="small"
        value={unit}
        options={units.map(({ value, words }) => ({ value, label: say(words) }))}
        onChange={setUnit}
      />
      <Periods value={periods} onChange={setPeriods} />
      <OperationButton
        {...{ pile, notice, label }}
        name="setChargingProfile"
        incomplete={!isReady}
        onPress={() => profile && set({ cpCode: pile.cpCode, gunNumber: gun, ...profile }, chargingProfileWords.set)}
      />
    </li>
  );
};

/** A limit of the pile has no gun, and one of the present charge always has. */
const gunOf = (purpose: Purpose, chosen: number): number =>
  purpose === wholePile.value ? 0 : purpose === presentCharge.value ? Math.max(1, chosen) : chosen;

interface PeriodsProps {
  readonly value: readonly Period[];
  readonly onChange: (periods: readonly Period[]) => void;
}

const Periods = ({ value, onChange }: PeriodsProps) => {
  const say = useSay();
  const change = (index: number, patch: Partial<Period>) => onChange(value.map((period, at) => (at === index ? { ...period, ...patch } : period)));
  return (
    <div className="dv-periods">
      {value.map((period, index) => (
        <div key={index}>
          <InputNumber
            aria-label={say(chargingProfileLabels.startMinute)}
            prefix={say(chargingProfileLabels.startMinute)}
            size="small"
            disabled={index === 0}
            min={0}
            max={START_MINUTE_MAX}
            precision={0}
            value={period.startMinute}
            onChange={(startMinute) => change(index, { startMinute })}
          />
          <InputNumber
            aria-label={say(chargingProfileLabels.limit)}
            prefix={say(chargingProfileLabels.limit)}
            size="small"
            min={0}
            max={LIMIT_MAX}
            precision={0}
            value={period.limit}
            onChange={(limit) => change(index, { limit })}
          />
          {index > 0 && (
            <Button
              size="small"
              type="text"
              aria-label={say(chargingProfileWords.removePeriod)}
              icon={<DeleteOutlined />}
              onClick={() => onChange(value.filter((_period, at) => at !== index))}
            />
          )}
        </div>
      ))}
      <Button
        size="small"
        type="link"
        disabled={value.length >= PERIODS_MAX}
        onClick={() => onChange([...value, { startMinute: null, limit: null }])}
      >
        {say(chargingProfileWords.addPeriod)}
      </Button>
    </div>
  );
};

const ClearForm = ({ pile, notice }: OperatedProps) => {
  const say = useSay();
  const clear = useOperation(chargingProfileApi.clearChargingProfile, notice);
  const [purpose, setPurpose] = useState<Purpose | null>(null);
  const label = say(chargingProfileWords.clear);
  return (
    <li>
      <OperationTitle label={label} hint={say(chargingProfileWords.clearHint)} />
      <PurposeSelect value={purpose} placeholder={say(chargingProfileWords.everything)} onChange={(next) => setPurpose(next ?? null)} />
      <OperationButton
        {...{ pile, notice, label }}
        name="clearChargingProfile"
        onPress={() => clear({ cpCode: pile.cpCode, purpose }, chargingProfileWords.clear)}
      />
    </li>
  );
};

const ScheduleForm = ({ pile, notice }: OperatedProps) => {
  const say = useSay();
  const read = useOperation(chargingProfileApi.readSchedule, notice);
  const [gunNumber, setGunNumber] = useState(0);
  const label = say(chargingProfileWords.schedule);
  return (
    <li>
      <OperationTitle label={label} hint={say(chargingProfileWords.scheduleHint)} />
      <GunSelect value={gunNumber} gunCount={pile.gunCount} onChange={setGunNumber} />
      <OperationButton
        {...{ pile, notice, label }}
        name="readSchedule"
        onPress={() => read({ cpCode: pile.cpCode, gunNumber, minutes: SCHEDULE_MINUTES }, chargingProfileWords.schedule)}
      />
    </li>
  );
};

interface PurposeSelectProps {
  readonly value: Purpose | null;
  readonly placeholder?: string;
  /** Undefined when the choice was cleared, which only a select with a placeholder allows. */
  readonly onChange: (purpose: Purpose | undefined) => void;
}

const PurposeSelect = ({ value, placeholder, onChange }: PurposeSelectProps) => {
  const say = useSay();
  return (
    <Select
      aria-label={say(chargingProfileLabels.purpose)}
      size="small"
      className="dv-operation-choice"
      {...(placeholder !== undefined && { placeholder, allowClear: true })}
      value={value}
      options={purposes.map((item) => ({ value: item.value, label: say(item.words) }))}
      onChange={onChange}
    />
  );
};

interface GunSelectProps {
  readonly purpose?: Purpose;
  readonly value: number;
  readonly gunCount: number;
  readonly onChange: (gunNumber: number) => void;
}

const GunSelect = ({ purpose, value, gunCount, onChange }: GunSelectProps) => {
  const say = useSay();
  const guns = Array.from({ length: gunCount }, (_unused, index) => ({ value: index + 1, label: String(index + 1) }));
  const whole = purpose === presentCharge.value ? [] : [{ value: 0, label: say(chargingProfileWords.wholePile) }];
  return (
    <Select
      aria-label={say(chargingProfileLabels.gunNumber)}
      size="small"
      className="dv-operation-choice"
      disabled={purpose === wholePile.value}
      value={value}
      options={[...whole, ...guns]}
      onChange={onChange}
    />
  );
};
