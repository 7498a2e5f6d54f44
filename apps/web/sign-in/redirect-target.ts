/** Only a path of this client: never another site's address. */
export const redirectTarget = (redirect: string | null): string => (redirect !== null && /^\/(?!\/)/.test(redirect) ? redirect : '/');
