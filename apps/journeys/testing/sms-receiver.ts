import { createServer } from 'node:http';

/** What an operator's gateway for text messages is given: the product posts each message to it. */
export interface SmsReceiver {
  /** The environment variables that name it. */
  readonly env: Readonly<Record<string, string>>;
  /** The codes in the messages to a number, the oldest first. */
  readonly codesTo: (phone: string) => readonly string[];
  readonly stop: () => void;
}

export const startSmsReceiver = async (): Promise<SmsReceiver> => {
  const messages: { readonly to: unknown; readonly body: unknown }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const message: unknown = JSON.parse(text);
      if (typeof message === 'object' && message !== null && 'to' in message && 'body' in message) messages.push(message);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    env: { SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/`, SMS_WEBHOOK_SECRET: 'a secret of the journeys' },
    codesTo: (phone) => messages.flatMap(({ to, body }) => (to === phone ? (/\d{6}/u.exec(String(body))?.[0] ?? []) : [])),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
