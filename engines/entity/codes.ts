/** The generic states of a managed thing, a station or a customer (business-domain.md section 4). */
export const entityState = { enabled: 1, disabled: 0, disused: -1 } as const;
