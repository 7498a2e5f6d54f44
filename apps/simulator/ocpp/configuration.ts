import type { PileMemory } from '../pile/memory.ts';

/** Configuration keys of a station: their initial values, and whether they can be changed. */
const keys: ReadonlyMap<string, { readonly initial: string; readonly readonly?: true; readonly writeOnly?: true }> = new Map([
  ['AuthorizationKey', { initial: '', writeOnly: true }],
  ['HeartbeatInterval', { initial: '300' }],
  ['MeterValueSampleInterval', { initial: '60' }],
  ['ClockAlignedDataInterval', { initial: '0' }],
  ['MeterValuesSampledData', { initial: 'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC' }],
  ['MeterValuesAlignedData', { initial: 'Energy.Active.Import.Register' }],
  ['StopTxnAlignedData', { initial: '' }],
  ['StopTxnSampledData', { initial: '' }],
  ['ConnectionTimeOut', { initial: '60' }],
  ['LocalAuthorizeOffline', { initial: 'false' }],
  ['LocalPreAuthorize', { initial: 'false' }],
  ['AuthorizeRemoteTxRequests', { initial: 'false' }],
  ['TransactionMessageAttempts', { initial: '10' }],
  ['TransactionMessageRetryInterval', { initial: '10' }],
  ['StopTransactionOnEVSideDisconnect', { initial: 'true' }],
  ['StopTransactionOnInvalidId', { initial: 'true' }],
  ['UnlockConnectorOnEVSideDisconnect', { initial: 'true' }],
  ['ResetRetries', { initial: '1' }],
  ['ConnectorPhaseRotation', { initial: 'NotApplicable' }],
  ['LocalAuthListEnabled', { initial: 'true' }],
  ['LocalAuthListMaxLength', { initial: '500', readonly: true }],
  ['SendLocalListMaxLength', { initial: '100', readonly: true }],
  ['SupportedFeatureProfiles', { initial: 'Core,LocalAuthListManagement,RemoteTrigger,Reservation,SmartCharging', readonly: true }],
  ['GetConfigurationMaxKeys', { initial: '50', readonly: true }],
]);

/** The password of the station; it is never told. */
export const AUTHORIZATION_KEY = 'AuthorizationKey';

interface ConfigurationEntry {
  readonly key: string;
  readonly readonly: boolean;
  readonly value: string;
}

export const valueOf = (memory: PileMemory, key: string): string => memory.parameters[key] ?? keys.get(key)?.initial ?? '';
export const numberOf = (memory: PileMemory, key: string): number => Number(valueOf(memory, key)) || 0;

/** The answer to GetConfiguration; no key means all. Keys are compared without regard to case. */
export const configurationOf = (
  memory: PileMemory,
  requestedKeys: readonly string[],
): { readonly configurationKey: readonly ConfigurationEntry[]; readonly unknownKey: readonly string[] } => {
  const names = requestedKeys.length === 0 ? [...keys.keys()] : requestedKeys;
  return {
    configurationKey: names.flatMap((name) => entryOf(memory, name) ?? []),
    unknownKey: names.filter((name) => entryOf(memory, name) === undefined),
  };
};

/** The answer to ChangeConfiguration. */
export const configure = (memory: PileMemory, name: string, value: string): 'Accepted' | 'Rejected' | 'NotSupported' => {
  const key = [...keys.keys()].find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (key === undefined) return 'NotSupported';
  if (keys.get(key)?.readonly) return 'Rejected';
  if (key === AUTHORIZATION_KEY && !/^([0-9a-f]{2}){16,20}$/i.test(value)) return 'Rejected';
  if (/Interval$|TimeOut$|Attempts$/.test(key) && !/^\d{1,6}$/.test(value)) return 'Rejected';
  memory.parameters[key] = value;
  return 'Accepted';
};

const entryOf = (memory: PileMemory, name: string): ConfigurationEntry | undefined => {
  for (const [key, { initial, readonly = false, writeOnly = false }] of keys) {
    if (key.toLowerCase() === name.toLowerCase()) return writeOnly ? undefined : { key, readonly, value: memory.parameters[key] ?? initial };
  }
  return undefined;
};
