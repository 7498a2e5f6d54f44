/** The scopes a row may name, widest first. */
export const scopeFields = ['tenantId', 'agentId', 'stationId'] as const;
export type ScopeField = (typeof scopeFields)[number];

/** From which role level on a scope differs from row to row: below it every row of theirs says the same. */
const differsFrom: Readonly<Record<ScopeField, number>> = { tenantId: 100, agentId: 90, stationId: 80 };

/** The scopes that are one and the same at a level: no column shows them, and a reset of the search keeps them. */
export const fixedAt = (roleLevel: number): readonly ScopeField[] => scopeFields.filter((name) => roleLevel < differsFrom[name]);

/** Whether somebody of this level answers for a whole tenant, or for all of them. */
export const hasAuth = (roleLevel: number): boolean => roleLevel >= differsFrom.tenantId;
