/** The levels of data scope to which rows belong, widest first. */
export const networkLevels = ['tenant', 'agent', 'station'] as const;
export type NetworkLevel = (typeof networkLevels)[number];

/** The field of a row for each level. */
export const scopeFieldOf = { tenant: 'tenantId', agent: 'agentId', station: 'stationId' } as const satisfies Readonly<Record<NetworkLevel, string>>;
export type ScopeField = (typeof scopeFieldOf)[NetworkLevel];

/** The scope fields of a row, widest first. */
export const scopeFields: readonly ScopeField[] = networkLevels.map((level) => scopeFieldOf[level]);

/** Whether a field contains a scope. */
export const isScopeField = (name: string): name is ScopeField => scopeFields.some((scope) => scope === name);

/** The scopes wider than that of a field: the tenant for an agent, both for a station. All scopes for any other field. */
export const widerScopes = (name: string): readonly ScopeField[] =>
  isScopeField(name) ? scopeFields.slice(0, scopeFields.indexOf(name)) : scopeFields;

/** The scopes narrower than that of a field; none for any other field. */
export const narrowerScopes = (name: string): readonly ScopeField[] => (isScopeField(name) ? scopeFields.slice(scopeFields.indexOf(name) + 1) : []);
