import { parse } from '#kit/fields/parse.ts';
import { parameterValues } from './parameter.ts';

/** The columns of the pile profile that hold parameters, by the number of the parameter. */
const profileColumns: Readonly<Record<number, string>> = {
  1: 'pile_interval',
  2: 'gun_interval',
  3: 'charging_interval',
  4: 'bms_handshake_interval',
  5: 'bms_parameter_interval',
  6: 'bms_charging_interval',
  8: 'srv_ip',
  9: 'srv_port',
  10: 'srv_domain_name',
  11: 'online_max_power',
  12: 'offline_max_power',
  15: 'charging_max_soc',
  16: 'is_vin_offline_charging',
  17: 'is_iccard_offline_charging',
};
const INTERVAL_MAX = 6;

interface ProfileValue {
  readonly column: string;
  readonly value: string | number | bigint;
}

/** The columns and values of the profile for a pile's parameters; values that the form would not accept are left out. */
export const profileValues = (values: Readonly<Record<string, string>>): readonly ProfileValue[] =>
  Object.entries(values).flatMap(([no, text]): readonly ProfileValue[] => {
    const [column, field] = [profileColumns[Number(no)], parameterValues[Number(no)]];
    if (column === undefined || field === undefined) return [];
    const parsed = parse(field, field.codes ? Number(text) : text);
    const value = parsed.ok ? parsed.value : null;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? [{ column, value }] : [];
  });

/**
 * The same for values that a pile reports by itself. Its intervals may be older than those being sent to it, so the intervals of the profile take
 * precedence.
 */
export const reportedProfileValues = (values: Readonly<Record<string, string>>): readonly ProfileValue[] =>
  profileValues(Object.fromEntries(Object.entries(values).filter(([no]) => Number(no) > INTERVAL_MAX)));
