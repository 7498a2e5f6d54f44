/** The generic states of a managed entity such as a station or a customer. */
export const entityState = { enabled: 1, disabled: 0, disused: -1 } as const;
