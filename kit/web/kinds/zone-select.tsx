import { Select } from 'antd';
import { useMemo, useState } from 'react';
import type { ControlProps } from '../control-props.ts';

interface ZoneSelectProps extends ControlProps {
  readonly value: string | null;
  readonly onChange: (zone: string | null) => void;
  readonly disabled?: boolean;
}

/** Selects an IANA time zone, searched by its name or current offset. */
export const ZoneSelect = ({ value, onChange, ...more }: ZoneSelectProps) => {
  // Computing the offsets of four hundred zones takes 0.1 s, so it is done only when the list opens.
  const [isListNeeded, setListNeeded] = useState(false);
  const options = useMemo(() => (isListNeeded ? zones(value) : value === null ? [] : [zoneOption(value)]), [value, isListNeeded]);
  return (
    <Select<string>
      {...more}
      className="co-wide"
      value={value}
      onChange={onChange}
      options={options}
      onOpenChange={(isOpen) => isOpen && setListNeeded(true)}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
};

interface ZoneOption {
  readonly value: string;
  readonly label: string;
}

const zones = (value: string | null): ZoneOption[] => {
  const names = Intl.supportedValuesOf('timeZone');
  return (value === null || names.includes(value) ? names : [value, ...names]).map(zoneOption);
};

const zoneOption = (name: string): ZoneOption => ({ value: name, label: `${name.replaceAll('_', ' ')}  ${offsetOf(name)}` });

const offsetOf = (zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts();
    return (parts.find((part) => part.type === 'timeZoneName')?.value ?? '').replace(/^GMT$/, 'GMT+00:00');
  } catch {
    return '';
  }
};
