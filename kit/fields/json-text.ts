/** JSON in which integers of any size are text, as clients read them and PostgreSQL takes them. */
export const jsonText = (value: unknown): string => JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
