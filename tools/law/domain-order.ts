/** Every domain in dependency order: a domain may import only from domains before it. */
export const DOMAIN_ORDER = [
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
  'driver',
] as const;

/** Libraries that an engine may import: they calculate or contain published schemas, and do no I/O. */
export const PURE_LIBRARIES = ['temporal-polyfill', 'typed-ocpp', 'croner'] as const;
