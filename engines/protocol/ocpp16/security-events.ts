/** The security events of OCPP 1.6 (white paper "Improved security for OCPP 1.6-J", edition 2), and whether a station must report each at once. */
export const securityEvents = {
  FirmwareUpdated: { critical: true },
  FailedToAuthenticateAtCentralSystem: { critical: false },
  CentralSystemFailedToAuthenticate: { critical: false },
  SettingSystemTime: { critical: true },
  StartupOfTheDevice: { critical: true },
  ResetOrReboot: { critical: true },
  SecurityLogWasCleared: { critical: true },
  ReconfigurationOfSecurityParameters: { critical: false },
  MemoryExhaustion: { critical: true },
  InvalidMessages: { critical: false },
  AttemptedReplayAttacks: { critical: false },
  TamperDetectionActivated: { critical: true },
  InvalidFirmwareSignature: { critical: false },
  InvalidFirmwareSigningCertificate: { critical: false },
  InvalidCentralSystemCertificate: { critical: false },
  InvalidChargePointCertificate: { critical: false },
  InvalidTLSVersion: { critical: false },
  InvalidTLSCipherSuite: { critical: false },
} as const satisfies Readonly<Record<string, { readonly critical: boolean }>>;
export type SecurityEventType = keyof typeof securityEvents;

/** Whether an event is critical; undefined for a type that the list does not name. */
export const isCritical = (type: string): boolean | undefined => Object.entries(securityEvents).find(([name]) => name === type)?.[1].critical;
