import { controlOf } from '#kit/web/control-props.ts';
import { asRecord } from '#kit/web/calls/transport.ts';
import { RefsSelect } from '#kit/web/kinds/refs-select.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';

interface PlacesProps extends InputProps {
  readonly to: string;
  /** The name of the key in each item of the list. */
  readonly item: string;
}

const Places = ({ to, item, value, onChange, disabled, ...aria }: PlacesProps) => (
  <RefsSelect
    {...controlOf(aria)}
    to={to}
    value={Array.isArray(value) ? value.map((place) => String(asRecord(place)[item])) : []}
    onChange={(ids) => onChange?.(ids.map((id) => ({ [item]: id })))}
    {...(disabled !== undefined && { disabled })}
  />
);

export const AgentsInput = (props: InputProps) => <Places {...props} to="agent" item="agentId" />;
export const StationsInput = (props: InputProps) => <Places {...props} to="station" item="stationId" />;
