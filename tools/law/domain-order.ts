/** Every domain in the order it stands on the street; a domain may enter only those before it. */
export const STREET = [
  'system',
  'identity',
  'network',
  'tariff',
  'customer',
  'power',
  'money',
  'marketing',
  'device',
  'charging',
  'alarm',
  'insight',
  'partner',
] as const;

/** Libraries an engine may use: they calculate or hold published schemas, and touch nothing outside. */
export const PURE_LIBRARIES = ['temporal-polyfill', 'typed-ocpp', 'croner'] as const;
