/** The values for placeholders in double braces in a menu's URL. The token is not among them, because URLs are stored in histories and logs. */
export interface UrlValues {
  /** Scheme, host and port of the client. */
  readonly origin: string;
  readonly basePath: string;
  readonly userId: string;
}

/** Whether a menu entry has a URL and not a path of the product. */
export const isAddress = (url: string): boolean => /^(https?:\/\/|\{\{)/i.test(url.trim());

/** The URL with its placeholders replaced; undefined when it has an unknown placeholder or is no web address. */
export const fillUrl = (url: string, values: UrlValues): string | undefined => {
  const valueByName = new Map<string, string>(Object.entries(values));
  const filled = url.trim().replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder: string, name: string) => valueByName.get(name) ?? placeholder);
  if (/[{}]/.test(filled) || !URL.canParse(filled)) return undefined;
  const address = new URL(filled);
  return /^https?:$/.test(address.protocol) && address.username === '' ? address.href : undefined;
};

/** Whether a URL may be shown in a frame: only those of origins that the operator has named. Pages of the product itself forbid frames. */
export const mayFrame = (url: string, origins: readonly string[]): boolean => {
  const filled = fillUrl(url, SAMPLE_URL_VALUES);
  return filled !== undefined && origins.includes(new URL(filled).origin);
};

/** Placeholder values for checking a URL. */
export const SAMPLE_URL_VALUES: UrlValues = { origin: 'http://client.invalid', basePath: '', userId: '0' };
