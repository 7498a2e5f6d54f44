/** The levels of data scope at which rows stand, widest first. */
export const networkLevels = ['tenant', 'agent', 'station'] as const;
export type NetworkLevel = (typeof networkLevels)[number];

/** The field of a row that names its place at each level. */
export const scopeFieldOf = { tenant: 'tenantId', agent: 'agentId', station: 'stationId' } as const satisfies Readonly<Record<NetworkLevel, string>>;
export type ScopeField = (typeof scopeFieldOf)[NetworkLevel];

/** The scopes a row may name, widest first. */
export const scopeFields: readonly ScopeField[] = networkLevels.map((level) => scopeFieldOf[level]);

/** Whether a field names a scope. */
export const isScopeField = (name: string): name is ScopeField => scopeFields.some((scope) => scope === name);

/** The scopes wider than the one a field names: an agent stands in a tenant, a station in both. All of them for any other field. */
export const widerScopes = (name: string): readonly ScopeField[] =>
  isScopeField(name) ? scopeFields.slice(0, scopeFields.indexOf(name)) : scopeFields;

/** The scopes narrower than the one a field names; none for any other field. */
export const narrowerScopes = (name: string): readonly ScopeField[] => (isScopeField(name) ? scopeFields.slice(scopeFields.indexOf(name) + 1) : []);
