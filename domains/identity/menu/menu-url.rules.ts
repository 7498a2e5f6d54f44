/** What stands between double braces in a menu's address. Never the token: addresses are kept in histories and logs. */
export interface UrlValues {
  /** Scheme, host and port of the client. */
  readonly origin: string;
  readonly basePath: string;
  readonly userId: string;
}

/** Whether a menu names an address instead of a path of ours. */
export const isAddress = (url: string): boolean => /^(https?:\/\/|\{\{)/i.test(url.trim());

/** The address with its placeholders looked up; undefined when it holds anything else or is none of the web. */
export const fillUrl = (url: string, values: UrlValues): string | undefined => {
  const valueByName = new Map<string, string>(Object.entries(values));
  const filled = url.trim().replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder: string, name: string) => valueByName.get(name) ?? placeholder);
  if (/[{}]/.test(filled) || !URL.canParse(filled)) return undefined;
  const address = new URL(filled);
  return /^https?:$/.test(address.protocol) && address.username === '' ? address.href : undefined;
};

/** Whether an address may be shown inside the product: of an origin the operator named. Our own pages let nobody frame them, us included. */
export const mayFrame = (url: string, origins: readonly string[]): boolean => {
  const filled = fillUrl(url, SAMPLE_URL_VALUES);
  return filled !== undefined && origins.includes(new URL(filled).origin);
};

/** Stands for the client while an address is judged. */
export const SAMPLE_URL_VALUES: UrlValues = { origin: 'http://client.invalid', basePath: '', userId: '0' };
