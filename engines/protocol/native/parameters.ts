/**
 * Device parameters 0 to 22; the field sizes are defined by this platform. Their values are stored and displayed as texts in natural
 * units: `120.0` (kW), `10.00` (money), `60` (s), `1` and `0` for switches.
 */
import { asText } from '../codec/composite.ts';
import type { ScalarKind } from '../codec/kind.ts';
import { instant, u } from '../codec/number.ts';
import { tail } from '../codec/text.ts';

export interface Parameter {
  readonly name: string;
  readonly kind: ScalarKind<string>;
}

const intervalS = () => asText(u(2, { unit: 's' }));
const powerKw = () => asText(u(2, { scale: 1, unit: 'kW' }));
const onOff = () => asText(u(1));

/** The index is the paramNo. */
export const parameters: readonly Parameter[] = [
  { name: 'restart', kind: onOff() },
  { name: 'pileIntervalS', kind: intervalS() },
  { name: 'gunIntervalS', kind: intervalS() },
  { name: 'chargingIntervalS', kind: intervalS() },
  { name: 'bmsHandshakeIntervalS', kind: intervalS() },
  { name: 'bmsParameterIntervalS', kind: intervalS() },
  { name: 'bmsChargingIntervalS', kind: intervalS() },
  { name: 'systemTime', kind: asText(instant()) },
  { name: 'srvIp', kind: tail(45) },
  { name: 'srvPort', kind: asText(u(2)) },
  { name: 'srvDomainName', kind: tail(128) },
  { name: 'onlineMaxPower', kind: powerKw() },
  { name: 'offlineMaxPower', kind: powerKw() },
  { name: 'gunMaxPower', kind: powerKw() },
  { name: 'payQrCode', kind: tail(255) },
  { name: 'chargingMaxSoc', kind: asText(u(1, { unit: '%' })) },
  { name: 'isVinOfflineCharging', kind: onOff() },
  { name: 'isIccardOfflineCharging', kind: onOff() },
  { name: 'pileDisabled', kind: onOff() },
  { name: 'gunDisabled', kind: onOff() },
  { name: 'insertSelfStart', kind: onOff() },
  { name: 'checkAccount', kind: onOff() },
  { name: 'accountMinAmount', kind: asText(u(4, { scale: 2, unit: 'money' })) },
];

export const parameterKinds: Readonly<Record<number, ScalarKind<string>>> = Object.fromEntries(
  parameters.map(({ kind }, paramNo) => [paramNo, kind]),
);
