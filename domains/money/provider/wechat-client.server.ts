import type { MessageProblem } from '#engines/payment/payment.ts';
import { parseJson } from '#engines/payment/read.ts';
import { errorCodeOf } from '#engines/payment/wechat/answers.ts';
import { authorizationOf, messageProblem } from '#engines/payment/wechat/signature.ts';
import type { Freshness } from '#engines/payment/wechat/signature.ts';
import type { ReceivedMessage, WechatAccount } from './provider.server.ts';
import type { ProviderAnswer, ProviderParts } from './transport.server.ts';
import { createWechatKeys } from './wechat-keys.server.ts';
import type { WechatKeys } from './wechat-keys.server.ts';

const UNAUTHORISED = 401;
const SERVER_ERROR = 500;

/** The path with its query, and the text exactly as it is sent. */
interface WechatRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string;
  readonly maxMs?: number;
}

export interface CheckedAnswer {
  readonly status: number;
  readonly body: string;
}

/** Signs requests and believes only signed answers. */
export class WechatClient {
  readonly parts: ProviderParts;
  readonly #keys: WechatKeys;

  constructor(parts: ProviderParts) {
    this.parts = parts;
    this.#keys = createWechatKeys(parts.clock, async (account) => {
      const answer = await this.send(account, { method: 'GET', url: '/v3/certificates', body: '' });
      return typeof answer === 'string' ? undefined : parseJson(answer.bytes.toString('utf8'));
    });
  }

  fresh(): Freshness {
    return { timestampS: Math.floor(this.parts.clock() / 1_000), nonce: this.parts.nonce() };
  }

  /** The answer as it came, whoever sent it; or why there is none. */
  send(account: WechatAccount, request: WechatRequest): Promise<ProviderAnswer | string> {
    const serial = this.#keys.newestOf(account);
    return this.parts.transport({
      ...request,
      url: `${this.parts.origin}${request.url}`,
      headers: {
        authorization: authorizationOf(account, request, this.fresh()),
        accept: 'application/json',
        'user-agent': 'ChargeOps',
        ...(request.method === 'POST' && { 'content-type': 'application/json' }),
        ...(serial !== undefined && { 'wechatpay-serial': serial }),
      },
    });
  }

  get(account: WechatAccount, url: string): Promise<CheckedAnswer | string> {
    return this.#checked(account, { method: 'GET', url, body: '' });
  }

  post(account: WechatAccount, url: string, input: object): Promise<CheckedAnswer | string> {
    return this.#checked(account, { method: 'POST', url, body: JSON.stringify(input) });
  }

  /**
   * The answer, signed by WeChat Pay; or a code when nothing is known of the result. That our own signature was refused is believed without a
   * signature, because nothing was done then.
   */
  async #checked(account: WechatAccount, request: WechatRequest): Promise<CheckedAnswer | string> {
    const answer = await this.send(account, request);
    if (typeof answer === 'string') return answer;
    const checked = { status: answer.status, body: answer.bytes.toString('utf8') };
    const problem = await this.problemOf(account, { headerOf: (name) => answer.headers.get(name) ?? undefined, body: checked.body });
    if (!problem || (problem === 'unsigned' && answer.status === UNAUTHORISED)) return checked;
    return answer.status >= SERVER_ERROR ? errorCodeOf(checked) : problem;
  }

  /** The key that `wechatpay-serial` of our requests names; undefined before the first download. */
  async sealingKey(account: WechatAccount): Promise<string | undefined> {
    const serial = this.#keys.newestOf(account);
    return serial === undefined ? undefined : this.#keys.keyOf(account, serial);
  }

  async problemOf(account: WechatAccount, message: ReceivedMessage): Promise<MessageProblem | undefined> {
    const serial = message.headerOf('wechatpay-serial');
    const key = serial === undefined ? undefined : await this.#keys.keyOf(account, serial);
    return messageProblem(message, { nowS: Math.floor(this.parts.clock() / 1_000), keyOf: () => key });
  }
}
