/**
 * Device parameters 0 to 22 and their OCPP 1.6 equivalents. Parameters without an entry (BMS intervals, server address, power
 * limits, QR code, maximum SOC, VIN offline, start on plug, account threshold) have no standard key.
 */
export interface ParameterKey {
  readonly key: string;
  /** The station's text for a value of the platform; undefined when the value is invalid there. */
  readonly toStation: (value: string) => string | undefined;
  readonly fromStation: (value: string) => string;
}

/** Parameters that are configuration keys. */
export const parameterKeys: ReadonlyMap<number, ParameterKey> = new Map([
  [1, seconds('HeartbeatInterval')],
  [3, seconds('MeterValueSampleInterval')],
  [17, flag('LocalAuthorizeOffline', false)],
  // "Verify account" is the opposite of LocalPreAuthorize, which permits charging before the platform has answered.
  [21, flag('LocalPreAuthorize', true)],
]);

/** Parameters that are operations in OCPP 1.6. */
export const parameterNo = { restart: 0, systemTime: 7, pileDisable: 18, gunDisable: 19 } as const;

/** The parameter that corresponds to a configuration key, if any. */
export const parameterOfKey = (key: string): { readonly paramNo: number; readonly value: (text: string) => string } | undefined => {
  for (const [paramNo, parameter] of parameterKeys) {
    if (parameter.key.toLowerCase() === key.toLowerCase()) return { paramNo, value: parameter.fromStation };
  }
  return undefined;
};

function seconds(key: string): ParameterKey {
  return { key, toStation: (value) => (/^\d{1,5}$/.test(value) ? String(Number(value)) : undefined), fromStation: (value) => value };
}

function flag(key: string, inverted: boolean): ParameterKey {
  const on = inverted ? 'false' : 'true';
  const disabledText = inverted ? 'true' : 'false';
  return {
    key,
    toStation: (value) => (value === '1' ? on : value === '0' ? disabledText : undefined),
    fromStation: (value) => (value.toLowerCase() === on ? '1' : '0'),
  };
}
