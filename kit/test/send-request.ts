import { Agent, request } from 'node:http';

/** An answer over HTTP. */
export interface HttpReply {
  readonly status: number;
  /** Empty without a content type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A request. */
export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Connections are kept alive between requests. */
const agent = new Agent({ keepAlive: true });

/** Sends an HTTP request. Needs half the CPU of `fetch`, which matters with tens of thousands of requests. */
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
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server may end an idle connection while a request is written to it, and then has not read the request.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(sendRequest(address, { body, ...options }));
      else reject(error);
    });
    outgoing.end(body);
  });
