import { Select } from 'antd';
import { useMemo } from 'react';
import type { ControlProps } from './control.ts';

interface ZoneSelectProps extends ControlProps {
  readonly value: string | null;
  readonly onChange: (zone: string | null) => void;
  readonly disabled?: boolean;
}

/** An IANA zone with its offset at this moment, found by any part of its name or offset. */
export const ZoneSelect = ({ value, onChange, ...more }: ZoneSelectProps) => {
  const options = useMemo(() => zones(value), [value]);
  return (
    <Select<string> {...more} className="co-wide" value={value} onChange={onChange} options={options} showSearch={{ optionFilterProp: 'label' }} />
  );
};

const zones = (value: string | null): { value: string; label: string }[] => {
  const names = Intl.supportedValuesOf('timeZone');
  return (value === null || names.includes(value) ? names : [value, ...names]).map((name) => ({
    value: name,
    label: `${name.replaceAll('_', ' ')}  ${offsetOf(name)}`,
  }));
};

const offsetOf = (zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts();
    return (parts.find((part) => part.type === 'timeZoneName')?.value ?? '').replace(/^GMT$/, 'GMT+00:00');
  } catch {
    return '';
  }
};
