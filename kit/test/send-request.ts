import { Agent, request } from 'node:http';

/** What came over HTTP. */
export interface HttpReply {
  readonly status: number;
  /** Empty when none is said. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** What is asked for. */
export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Lines that are kept open between questions. */
const agent = new Agent({ keepAlive: true });

/** Asks over HTTP. Costs half of what `fetch` does, which tens of thousands of questions feel. */
export const sendRequest = (address: string, { body, ...options }: HttpRequest): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const outgoing = request(address, { ...options, agent }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      const chunks: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => resolve({ status, type: headers['content-type'] ?? '', bytes: Buffer.concat(chunks) }));
    });
    outgoing.on('error', reject).end(body);
  });
