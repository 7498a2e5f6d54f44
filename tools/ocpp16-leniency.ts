/** A JSON Schema as plain data: published by typed-ocpp, and compiled into the checks. */
export type Schema = { readonly [key: string]: unknown };

/** RFC 3339 date-time, written as a pattern so that the compiled checks need no format library. */
const dateTime = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$';

/** The scheme of an address, and anything after it. */
const address = '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+$';
const patterns: Readonly<Record<string, string>> = { 'date-time': dateTime, uri: address };

/** Longest text that is accepted where the standard allows less, because stations exceed the small limits. */
const TEXT_LENGTH_MAX = 255;
/** A reading as text; a signed one can be long. */
const READING_LENGTH_MAX = 4_096;
/** A frame of 64 KiB cannot contain more readings, unless somebody abuses the protocol. */
const READINGS_MAX = 2_000;
/** No pile has more connectors. */
const CONNECTOR_ID_MAX = 255;
const INT32_MAX = 2_147_483_647;

/** Enumerations whose unknown values are accepted here and ignored later. */
const openWords = new Set(['context', 'format', 'measurand', 'phase', 'location', 'unit', 'reason', 'errorCode']);
/** Numbers that the standard defines as integers and that real stations send as decimals. */
const decimals = new Set(['meterStart', 'meterStop']);

/** The strict schema, with formats as patterns. */
export const strict = (schema: Schema): Schema =>
  walk(schema, (_name, node) => {
    if (node['format'] === undefined) return node;
    const { format, ...rest } = node;
    const pattern = typeof format === 'string' ? patterns[format] : undefined;
    return pattern === undefined ? rest : { ...rest, pattern };
  });

/** The schema relaxed to what real stations send; see `openWords`, `decimals` and the limits above. */
export const lenient = (message: string, schema: Schema): Schema => walk(schema, (name, node) => relax({ message, name }, node));

const relax = (at: { readonly message: string; readonly name: string | undefined }, node: Schema): Schema => {
  const { additionalProperties: _open, format: _format, multipleOf: _step, ...rest } = node;
  if (at.name === 'timestamp' || at.name === 'data') return {};
  if (at.name === 'value' && at.message !== 'GetConfigurationResponse') return { type: ['string', 'number'], maxLength: READING_LENGTH_MAX };
  if (at.name && decimals.has(at.name)) return { type: 'number', minimum: -INT32_MAX, maximum: Number.MAX_SAFE_INTEGER / 10 };
  if (at.name === 'connectorId' && at.message.endsWith('Request'))
    return { type: 'integer', minimum: at.message === 'StartTransactionRequest' ? 1 : 0, maximum: CONNECTOR_ID_MAX };
  if (node['type'] === 'integer') return { type: 'integer', minimum: -INT32_MAX - 1, maximum: INT32_MAX };
  if (node['type'] === 'array') return { ...rest, maxItems: READINGS_MAX };
  if (at.name && openWords.has(at.name)) return { type: 'string', maxLength: TEXT_LENGTH_MAX };
  if (at.name === 'status' && at.message !== 'StatusNotificationRequest') return { type: 'string', maxLength: TEXT_LENGTH_MAX };
  if (typeof node['maxLength'] === 'number')
    return { ...rest, maxLength: at.message === 'GetConfigurationResponse' ? READING_LENGTH_MAX : TEXT_LENGTH_MAX };
  if (node['type'] !== 'object') return rest;
  return nullable({ ...rest, required: required(rest).filter((field) => field !== 'timestamp' && field !== 'readonly') });
};

const required = (node: Schema): readonly string[] =>
  Array.isArray(node['required']) ? node['required'].filter((field) => typeof field === 'string') : [];

/** Optional fields may also be null, which means the same as leaving them out. */
const nullable = (node: Schema): Schema => {
  const must = new Set(required(node));
  const properties = Object.entries(record(node['properties'])).map(([name, child]) => {
    const { enum: words, ...rest } = record(child);
    const type = rest['type'];
    if (must.has(name) || typeof type !== 'string') return [name, child];
    return [name, { ...rest, ...(Array.isArray(words) ? { enum: [...words, null] } : {}), type: [type, 'null'] }];
  });
  return { ...node, properties: Object.fromEntries(properties) };
};

/** Applies a change to every sub-schema, the innermost first, with the name of the property that it describes. */
const walk = (node: Schema, change: (name: string | undefined, node: Schema) => Schema, name?: string): Schema => {
  const properties = Object.entries(record(node['properties'])).map(([key, child]) => [key, walk(record(child), change, key)]);
  const items = node['items'] === undefined ? {} : { items: walk(record(node['items']), change) };
  const inner = properties.length > 0 ? { properties: Object.fromEntries(properties) } : {};
  return change(name, { ...node, ...inner, ...items });
};

const record = (value: unknown): Schema => (typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {});
