/** As the server sees them, so that nobody waits for a code that cannot come. */
export const isPhone = (text: string): boolean => /^\+?\d[\d ()-]{4,18}$/.test(text.trim());
export const isMail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
