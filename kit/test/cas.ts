import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A CAS server of protocol 3: a page that asks for a name and remembers it, and tickets that are valid once and for one service. */
export interface CasServer {
  readonly url: string;
  readonly ticketFor: (user: string, service: string) => string;
  readonly close: () => Promise<void>;
}

const LOGIN_COOKIE = /(?:^|; )TGC=([\w.-]+)/u;

export const startCas = async (): Promise<CasServer> => {
  const tickets = new Map<string, { readonly user: string; readonly service: string }>();
  let issuedCount = 0;
  const ticketFor = (user: string, service: string): string => {
    const ticket = `ST-${(issuedCount += 1)}`;
    tickets.set(ticket, { user, service });
    return ticket;
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cas');
    const service = searchParams.get('service') ?? '';
    if (pathname === '/cas/login') {
      const user = searchParams.get('username') ?? LOGIN_COOKIE.exec(request.headers.cookie ?? '')?.[1];
      if (user === undefined) return sendLoginPage(response, service);
      const back = new URL(service);
      back.searchParams.set('ticket', ticketFor(user, service));
      return void response.writeHead(302, { location: back.href, 'set-cookie': `TGC=${user}; Path=/cas; HttpOnly` }).end();
    }
    const ticket = tickets.get(searchParams.get('ticket') ?? '');
    tickets.delete(searchParams.get('ticket') ?? '');
    const isGood = pathname === '/cas/p3/serviceValidate' && ticket?.service === service;
    const body = isGood
      ? `<cas:authenticationSuccess><cas:user>${ticket.user}</cas:user></cas:authenticationSuccess>`
      : '<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>';
    return void response.end(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${body}</cas:serviceResponse>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/cas`,
    ticketFor,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const sendLoginPage = (response: ServerResponse, service: string): void => {
  const page = `<!doctype html><title>CAS</title><h1>Who are you?</h1><form action="/cas/login"><input type="hidden" name="service" value="${service}">
    <label>Name <input name="username"></label><button>Enter</button></form>`;
  response.writeHead(200, { 'content-type': 'text/html' }).end(page);
};
