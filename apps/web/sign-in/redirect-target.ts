/** Only a path of this client is accepted, never an address of another site. */
export const redirectTarget = (redirect: string | null): string => (redirect !== null && /^\/(?!\/)/.test(redirect) ? redirect : '/');
