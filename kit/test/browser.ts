import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, chromiumPath } from './chromium.ts';

/** Starts a headless browser, for a test or for a measurement; close it at the end. */
export async function openBrowser(use: keyof typeof CHROMIUM_ARGS = 'test'): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_ARGS[use]] });
}

/** Violations of a page, collected while it is open: each entry names the request or the error. */
export interface PageFaults {
  /** Requests to an origin other than the page's own. */
  readonly foreignRequests: readonly string[];
  /** Uncaught errors and messages logged as errors. */
  readonly errors: readonly string[];
}

/** Watches a page from before its first request; read the lists at the end of the journey. */
export function watchPage(page: Page, origin: string): PageFaults {
  const foreignRequests: string[] = [];
  const errors: string[] = [];
  const ownHost = new URL(origin).host;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/u.test(url.protocol) && url.host !== ownHost) foreignRequests.push(request.url());
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== ownHost) foreignRequests.push(socket.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A browser asks for this by itself where a picture is opened as a page.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) errors.push(message.text());
  });
  return { foreignRequests, errors };
}
